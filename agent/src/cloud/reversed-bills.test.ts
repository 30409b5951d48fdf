import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ErpDraft, resultOf } from '@yibao/shared/agent/erp.ts'
import { expect, test } from 'vitest'
import { tempFolder } from '../../test/native.ts'
import { openDatabase } from '../gateway/database.ts'
import { ErpFrames } from '../gateway/erp/frames.ts'
import { askReversedBills } from './reversed-bills.ts'

const day = 86_400_000
const at = Date.UTC(2026, 10, 1)
const order = (id: string, erpBill = `B-${id}`) => ({
  ...{ id, erpBill, setlId: `S-${id}` },
  ...{ total: '60.00', fundTotal: '42.00', account: '18.00', cash: '0.00' },
})
const settled = (id: string) => resultOf(order(id), 'settled', 1, at)
const reversed = (id: string) => resultOf(order(id), 'reversed', 1, at)

let meanwhile: () => unknown = () => undefined

/** A post box, and a server that answers these frames, a page of them after the other. */
const setUp = (...pages: ErpDraft[][]) => {
  const database = openDatabase(':memory:')
  const time = { steady: 0 }
  const frames = new ErpFrames(database, () => time.steady)
  const asked: number[] = []
  const questions: object[] = []
  const ended: ErpDraft[] = []
  const answers: { pages: ErpDraft[][]; turned?: ErpDraft[] } = { pages }
  const post = async (_: string, question: { since: number }) => {
    meanwhile()
    asked.push(question.since)
    questions.push(question)
    return { frames: pages.shift() ?? [], since: question.since + 1000, turned: answers.turned, ended }
  }
  const ask = (nowMs = at) =>
    askReversedBills({
      client: { post } as never,
      agentId: 'agent',
      clock: () => nowMs,
      settled: frames.settled,
      tell: (frame) => void frames.send('console', frame, nowMs),
    })
  const told = () => frames.list('erp', 0).map(({ id }) => id)
  return { database, frames, time, asked, ask, told, questions, ended, answers }
}

test('an agent that told no settlement asks nothing', async () => {
  const { asked, ask } = setUp()
  await ask()
  expect(asked).toEqual([])
})

test('what was told as unknown is asked about until its end is known, whoever looks at it on a page', async () => {
  const { frames, ask, told, questions, ended } = setUp()
  const unknown = (id: string) => frames.send('console', resultOf(order(id), 'unknown', 1, at), at)
  for (const id of ['o1', 'o2', 'o3']) unknown(id)
  // While its F9 may be on its way nothing proves anything.
  await ask(at + 5 * 60_000)
  expect(questions).toEqual([])
  const later = at + 6 * 60_000
  await ask(later)
  expect(questions.at(-1)).toMatchObject({ unknown: ['o1', 'o2', 'o3'] })
  ended.push(settled('o1'), resultOf(order('o2'), 'voided', 1, at), settled('foreign'))
  await ask(later)
  expect(told().slice(3)).toEqual(['o1-settled-1', `o2-voided-${at}`])
  ended.length = 0
  await ask(later)
  expect(questions.at(-1)).toMatchObject({ unknown: ['o3'] })
  // A page tells it while the answer is on its way: what is answered then is of before.
  ended.push(resultOf(order('o3'), 'voided', 1, later))
  meanwhile = () => frames.send('console', reversed('o3'), later)
  await ask(later)
  expect(told().filter((id) => id.startsWith('o3-'))).toEqual([`o3-unknown-${at}`, 'o3-reversed-1'])
  meanwhile = () => undefined
  // And a page that only now says that nothing is known takes back no end.
  frames.send('console', resultOf(order('o3'), 'unknown', 1, later + 1), later + 1)
  frames.send('console', resultOf(order('o1'), 'voided', 1, later + 1), later + 1)
  expect(told().at(-1)).toBe('o3-reversed-1')
  await ask(later + 3_600_000)
  expect(questions.at(-1)).not.toHaveProperty('unknown')
})

test('the ERP hears of its own bill, also a month later, and of no bill that another PC of the store told', async () => {
  const { frames, asked, ask, told } = setUp([reversed('foreign'), reversed('o1')], [reversed('o1')])
  frames.send('console', settled('o1'), at)
  frames.send('console', settled('o2'), at)
  // What was thrown away with its week is not what is asked about; what the ERP has not heard of waits for it.
  frames.send('console', settled('o3'), at + 30 * day)
  await ask(at + 31 * day)
  expect(told()).toEqual(['o1-settled-1', 'o2-settled-1', 'o3-settled-1', 'o1-reversed-1'])
  await ask(at + 31 * day)
  expect(told()).toEqual(['o1-settled-1', 'o2-settled-1', 'o3-settled-1', 'o1-reversed-1'])
  expect(asked).toEqual([at - day, at - day + 1000])
})

test('what the post box did not take is asked for again', async () => {
  const { frames, asked, ask, told } = setUp([reversed('o1')], [reversed('o1')])
  frames.send('console', settled('o1'), at)
  const { send } = frames
  frames.send = () => {
    throw new Error('disk I/O error')
  }
  await expect(ask()).rejects.toThrow('disk I/O error')
  frames.send = send
  await ask()
  expect([told(), asked]).toEqual([
    ['o1-settled-1', 'o1-reversed-1'],
    [at - day, at - day],
  ])
})

test('what the page has told is told once, and the page learns that the ERP has acknowledged what the agent told', async () => {
  const { frames, ask, told } = setUp([reversed('o1'), reversed('o2')])
  for (const id of ['o1', 'o2']) frames.send('console', settled(id), at)
  frames.send('console', reversed('o1'), at)
  await ask()
  expect(told()).toEqual(['o1-settled-1', 'o2-settled-1', 'o1-reversed-1', 'o2-reversed-1'])
  expect(frames.send('console', reversed('o2'), at).acked).toBeUndefined()
  const ack = { id: 'a1', type: 'ack', billNo: 'B-o2', revision: 1, body: { id: 'o2-reversed-1' } } as const
  frames.send('erp', ack, at)
  expect(frames.send('console', reversed('o2'), at)).toMatchObject({ isNew: false, acked: true })
  expect(told()).toHaveLength(4)
})

test('the reversal of an order before takes nothing from the one that the bill was settled with anew', async () => {
  const { frames, ask } = setUp([reversed('o1')])
  frames.send('console', settled('o1'), at)
  frames.send('console', resultOf(order('o2', 'B-o1'), 'settled', 2, at), at)
  await ask()
  const lines = [{ ownCode: '1', name: '药', quantity: '1', price: '60', amount: '60.00' }]
  const bill = { id: 'f1', type: 'bill', billNo: 'B-o1', revision: 1, body: { lines, total: '60.00', operator: '01' } }
  expect(frames.send('erp', bill as ErpDraft, at).result?.id).toBe('o2-settled-2')
})

test('as long as answers are full the next one is asked for at once', async () => {
  const many = Array.from({ length: 100 }, (_, n) => reversed(`x${n}`))
  const { frames, asked, ask, told } = setUp(many, [reversed('o1')])
  frames.send('console', settled('o1'), at)
  await ask()
  expect(asked).toHaveLength(2)
  expect(told()).toEqual(['o1-settled-1', 'o1-reversed-1'])
})

test('of a settlement that was taken back, or is older than 400 days, the ERP hears no more', () => {
  const { frames, time } = setUp()
  const known = () => ['o1', 'o2', 'o3'].map((id) => frames.settled.toldOf(id, `B-${id}`) === 'settled')
  frames.send('console', settled('o1'), at)
  frames.send('console', settled('o2'), at + day)
  frames.send('console', reversed('o2'), at + 2 * day)
  expect(known()).toEqual([true, false, false])
  time.steady = 400 * day
  frames.send('console', settled('o3'), at + 400 * day)
  expect([known(), frames.settled.since()]).toEqual([[true, false, true], at - day])
  frames.send('console', settled('o4'), at + 400 * day + 1)
  expect([known(), frames.settled.since()]).toEqual([[false, false, true], at + day])
})

test('a settlement whose keeping was cut off between box and note is not half kept: told again it is noted', async () => {
  const { database, frames, asked, ask } = setUp()
  const full = `create trigger full before insert on erp_told begin select raise(abort, 'full'); end`
  database.exec(full)
  expect(() => frames.send('console', settled('o1'), at)).toThrow('full')
  database.exec('drop trigger full')
  expect(frames.send('console', settled('o1'), at)).toMatchObject({ isNew: true })
  await ask()
  expect(asked).toEqual([at - day])
})

test('a reversal that is taken back is told as settled once more, and the one after it as reversed; a bill that is freed may be sold', async () => {
  const turned: ErpDraft[] = []
  const { frames, ask, told, answers } = setUp([reversed('o1')])
  answers.turned = turned
  for (const id of ['o1', 'o2']) frames.send('console', settled(id), at)
  const bill = (id: string, billNo: string) => {
    const lines = [{ ownCode: '1', name: '药', quantity: '1', price: '60', amount: '60.00' }]
    const body = { lines, total: '60.00', operator: '01' }
    return frames.send('erp', { id, type: 'bill', billNo, revision: 1, body } as ErpDraft, at)
  }
  await ask()
  turned.push(resultOf({ ...order('o1'), erpTurn: 1 }, 'settled', 1, at))
  // Of one that was taken off its bill, and of a bill that another PC told.
  turned.push(resultOf({ ...order('o2'), erpTurn: 1 }, 'reversed', 1, at))
  turned.push(resultOf({ ...order('x1'), erpTurn: 1 }, 'settled', 1, at))
  expect(bill('f1', 'B-o2').result?.id).toBe('o2-settled-1')
  for (let n = 0; n < 2; n++) await ask()
  expect(told().slice(2)).toEqual(['o1-reversed-1', 'o1-settled-1-1', 'o2-reversed-1-1'])
  expect(bill('f2', 'B-o1').result?.id).toBe('o1-settled-1-1')
  expect(bill('f3', 'B-o2')).toMatchObject({ isNew: true })
  turned.length = 0
  answers.pages.push([resultOf({ ...order('o1'), erpTurn: 2 }, 'reversed', 1, at)])
  await ask()
  expect(told().at(-1)).toBe('o1-reversed-1-2')
  expect(bill('f4', 'B-o1')).toMatchObject({ isNew: true })
})

test('what was told as taken back before this program knew to keep it is known from the box: it may stand again', async () => {
  const folder = tempFolder()
  const file = join(folder, 'agent.sqlite')
  const former = openDatabase(file)
  const box = new ErpFrames(former)
  for (const frame of [settled('o1'), reversed('o1'), settled('o2'), reversed('o3'), settled('o3')])
    box.send('console', frame, at)
  // The former program took a note of settlements alone.
  former.exec(`drop table erp_told; insert into erp_settled values ('o2', ${at}), ('o3', ${at}), ('o4', ${at})`)
  former.close()
  const database = openDatabase(file)
  const known = new ErpFrames(database).settled
  expect(['o1', 'o2', 'o3', 'o4', 'o5'].map((id) => known.toldOf(id, `B-${id}`))).toEqual([
    ...['over', 'settled', 'settled', 'settled', undefined],
  ])
  database.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a bill that was taken off its order is over, also where another one was bound to it before anybody asked', async () => {
  const { frames, ask, told, answers } = setUp()
  frames.send('console', settled('o1'), at)
  const turn = (billNo: string, state: 'settled' | 'reversed', erpTurn: number) =>
    resultOf({ ...order('o1', billNo), erpTurn }, state, 1, at)
  answers.turned = [turn('B-o1', 'reversed', 2), turn('B-new', 'settled', 2)]
  for (let n = 0; n < 2; n++) await ask()
  // The one that was bound is told by whoever sells it: the ERP asks with its bill.
  expect(told()).toEqual(['o1-settled-1', 'o1-reversed-1-2'])
  frames.send('console', turn('B-new', 'settled', 2), at)
  answers.turned = [turn('B-o1', 'reversed', 3)]
  answers.pages.push([turn('B-new', 'reversed', 3)])
  await ask()
  expect(told().slice(2)).toEqual(['o1-settled-1-2', 'o1-reversed-1-3'])
})
