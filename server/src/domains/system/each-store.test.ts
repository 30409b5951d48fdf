import { progress as progressCalls } from '@yibao/shared/calls/base.ts'
import { message as messageCalls } from '@yibao/shared/calls/message.ts'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { Refusal } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { untilEnded } from '../../test/until-ended.ts'
import { tellEnded } from '../message/ended-runs.ts'
import { eachStore, type Told } from './each-store.ts'

const clock = testClock()
const server = opened(() => startTestServer({ clock }))
const who: Record<string, Client> = {}
beforeAll(async () => {
  for (const name of ['area', 'clerk']) who[name] = await server.as(name, name === 'area' ? { areaCode: '320500' } : {})
})

/** As a handler has it. */
const contextOf = async (client: Client) => {
  const { deps } = server
  const me = (await deps.services.access.userOf(client.token))!
  return { deps, db: deps.db, services: deps.services, me, on: () => undefined } as unknown as Context
}
const shops = (areaCode: string, names: readonly string[]) =>
  names.map((name) => ({ id: `${areaCode} ${name}`, name, areaCode }))
const suzhou = shops('320500', ['甲店', '乙店', '丙店', '丁店', '䶮店'])
const nanjing = shops('320100', ['𠮷店', '戊店'])
const what = { name: '对总账', of: '2026-10-01', done: (n: number) => `${n} 家门店全部对平` }
const fine: Told = { ok: true, text: '全部对平', silent: false }

/** Something that a test lets come. */
const later = () => {
  let come = () => {}
  const there = new Promise<void>((resolve) => {
    come = resolve
  })
  return { there, come }
}

test('an area whose centre is silent at three stores in a row is left alone, and its other stores say so; other areas are asked', async () => {
  const asked: string[] = []
  const stores = [suzhou[0]!, nanjing[0]!, ...suzhou.slice(1), nanjing[1]!]
  const { progressId } = await eachStore(await contextOf(who.area!), stores, what, async ({ name, areaCode }) => {
    asked.push(name)
    if (areaCode === '320100') return fine
    if (name === '乙店') throw new Refusal('centre.down')
    return { ok: false, text: '没有答复', silent: true }
  })
  const ended = await untilEnded(who.area!, progressId)
  expect(asked).toEqual(['甲店', '𠮷店', '乙店', '丙店', '戊店'])
  const texts = Object.fromEntries(ended.results.map(({ target, text }) => [target, text]))
  expect(texts.丁店).toBe('医保中心连续没有答复，这家门店没有做。请等中心恢复后再做「对总账」')
  expect(texts.䶮店).toBe(texts.丁店)
  expect(ended.text).toBe('7 家门店，5 家还要处理；医保中心连续没有答复，2 家没有做。请等中心恢复后再做「对总账」')
})

test('an answer in between begins anew; what was not asked says nothing of the centre', async () => {
  const silent: (boolean | undefined)[] = [true, true, undefined, false, true]
  const { progressId } = await eachStore(await contextOf(who.area!), suzhou, what, async () => ({
    ...{ ok: true, text: '' },
    silent: silent.shift(),
  }))
  await untilEnded(who.area!, progressId)
  expect(silent).toEqual([])
  const again: (boolean | undefined)[] = [true, true, undefined, true, false]
  const second = await eachStore(await contextOf(who.area!), suzhou, what, async () => ({
    ...{ ok: true, text: '' },
    silent: again.shift(),
  }))
  await untilEnded(who.area!, second.progressId)
  expect(again, 'the last was not asked').toEqual([false])
})

test('its owner stops it between two steps: what was done stays done, and each other store says that it was not', async () => {
  const [under, goOn] = [later(), later()]
  const { progressId } = await eachStore(await contextOf(who.area!), suzhou, what, async ({ name }, step) => {
    if (name === '甲店') return fine
    under.come()
    await goOn.there
    await step('第二天')
    return fine
  })
  await under.there
  const look = () => who.area!.ok(progressCalls.percentage, { progressId })
  expect(await look()).toMatchObject({ name: '对总账', stops: true })
  expect((await who.clerk!.send(progressCalls.stop, { progressId })).statusCode, 'it is not his').toBe(404)
  await who.area!.ok(progressCalls.stop, { progressId })
  expect(await look()).toMatchObject({ finished: false, text: expect.stringContaining('正在停止') })
  expect((await look()).error).toBeUndefined()
  goOn.come()
  const ended = await untilEnded(who.area!, progressId)
  expect(ended.error).toBeUndefined()
  expect(ended.text).toBe('已停止：做了 2 家门店，余下 3 家没有做；要继续，请再做一次「对总账」')
  expect(ended.results.map(({ target, ok, text }) => [target, ok, text])).toEqual([
    ['甲店', true, '全部对平'],
    ['乙店', false, '已停止，没有做完；已完成的部分保留'],
    ...['丙店', '丁店', '䶮店'].map((name) => [name, false, '已停止，没有做']),
  ])
  expect((await look()).stops).toBeUndefined()
  expect((await who.area!.send(progressCalls.stop, { progressId })).statusCode).toBe(404)
})

test('the same is not run beside itself: its owner is shown his own, another one is told who is at it; another day is another run', async () => {
  const goOn = later()
  const wait = async () => {
    await goOn.there
    return fine
  }
  const mine = await contextOf(who.area!)
  const [one, two] = await Promise.all([eachStore(mine, suzhou, what, wait), eachStore(mine, suzhou, what, wait)])
  expect(two.progressId, 'pressed twice at once').toBe(one.progressId)
  expect(await eachStore(mine, suzhou.toReversed(), what, wait)).toEqual(one)
  const other = await contextOf(who.clerk!)
  const refused = await eachStore(other, [...suzhou.slice(3), ...nanjing], what, wait).catch((error: Refusal) => error)
  expect(String(refused)).toContain(`${mine.me.name}正在做「对总账」，没有再开始`)
  const free = [
    await eachStore(other, suzhou.slice(0, 1), what, wait),
    await eachStore(other, nanjing, what, wait),
    await eachStore(other, suzhou, { ...what, of: '2026-10-02' }, wait),
    await eachStore(other, suzhou, { ...what, name: '月对总账' }, wait),
  ]
  goOn.come()
  for (const { progressId } of free) await untilEnded(who.clerk!, progressId)
  await untilEnded(who.area!, one.progressId)
  const after = await eachStore(mine, suzhou, what, wait)
  expect(after.progressId).not.toBe(one.progressId)
  await untilEnded(who.area!, after.progressId)
})

test('who has left a run of several stores finds one notice of its end, with the way to its lines; who watched it finds none', async () => {
  const mine = await contextOf(who.area!)
  const told = async () => {
    clock.advance(20_000)
    await tellEnded(server.deps)
    const { items } = await who.area!.ok(messageCalls.paged, { tab: 'unread' })
    return items.filter(({ title }) => title.includes('对总账'))
  }
  const run = async (stores: typeof suzhou, ok: boolean) => {
    const { progressId } = await eachStore(mine, stores, what, async () => ({ ...fine, ok }))
    await server.deps.services.works.ended(progressId)
    return progressId
  }
  await who.area!.ok(progressCalls.percentage, { progressId: await run(suzhou, false) })
  await run(suzhou.slice(0, 1), false)
  expect(await told(), 'watched, or of one store').toEqual([])
  const progressId = await run(suzhou, false)
  await tellEnded(server.deps)
  const first = await told()
  expect(first.map(({ title, level }) => [title, level])).toEqual([['「对总账」已结束：5 项还要处理', 'warning']])
  expect(await told()).toHaveLength(1)
  const { link, content } = await who.area!.ok(messageCalls.get, { id: first[0]!.id })
  expect(content).toContain('5 家门店，5 家还要处理')
  expect(link).toEqual({ title: '查看结果', path: `/system-manager/msg-center?progressId=${progressId}` })
  expect((await who.area!.ok(progressCalls.percentage, { progressId })).results).toHaveLength(5)
  expect(await (await server.as('clerk')).ok(messageCalls.unread), 'nobody else').toMatchObject({ count: 0 })
})
