import { expect, test } from 'vitest'
import { order, other } from '../../../test/counter/fixtures.ts'
import { play, ready } from '../../../test/counter/play.ts'
import { messageOf } from '../message.ts'
import { draftOf } from './draft.ts'

test('a character that the slip lacks is said beside the cash, never in its place; the slip is still owed', () => {
  const p = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  p.do({ type: 'printed', orderId: 'o1', slipId: '', state: 'glyph', text: '𠮷' })
  expect([p.state.message?.key, p.says, p.state.owed]).toEqual(['settle.done', 'print.glyph', ['o1']])
  expect(messageOf('print.glyph', p.state.message!.aside!.values)).toMatchObject({
    tone: 'warn',
    what: '小票缺字：字库没有 𠮷',
  })
  p.do({ type: 'printed', orderId: 'o1', slipId: 's1', jobId: 'j1', state: 'done' })
  expect([p.says, p.state.owed]).toEqual(['print.glyph', []])
  // The next customer's money is not talked into.
  const next = ready().settle().do({ type: 'printed', orderId: 'o0', slipId: '', state: 'glyph', text: '𠮷' })
  expect([next.says, next.state.log.some(({ key }) => key === 'print.glyph')]).toEqual(['settle.wait', true])
})

test('a question about paper stands over the cash, which is said again when it is answered; a want of paper is not', () => {
  const p = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  const slip = { type: 'printed', orderId: 'o1', slipId: 's1', jobId: 'j1' } as const
  p.do({ ...slip, state: 'unsure' })
  expect([p.state.dialog?.kind, p.says, p.state.log.at(1)?.key]).toEqual(['printUnsure', 'settle.done', 'print.unsure'])
  p.wait(400).do({ type: 'button', id: 'printedYes' })
  expect([p.state.dialog, p.says]).toEqual([undefined, 'settle.done'])
  p.do({ ...slip, state: 'paper' }, { ...slip, state: 'unsure' })
  p.wait(400).do({ type: 'button', id: 'printedYes' })
  expect(p.says).toBeUndefined()
})

test('a slip that came out elsewhere is asked about in the words of why, and the answer goes to its job', () => {
  const text = '等待期间这笔结算已补打，本机没有再打'
  const p = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  p.do({ type: 'printed', orderId: 'o1', slipId: 's1', jobId: 'j1', state: 'elsewhere', text })
  expect(p.state.dialog).toMatchObject({ kind: 'printUnsure', message: 'print.elsewhere', text })
  expect(messageOf('print.elsewhere', { text })).toMatchObject({
    what: text,
    buttons: ['keepUnprinted', 'printAnyway'],
  })
  p.wait(400).do({ type: 'button', id: 'keepUnprinted' })
  expect(p.of('resolvePrint')).toMatchObject([{ slipId: 's1', jobId: 'j1', printed: true, text }])
  p.do({ type: 'printed', orderId: 'o1', slipId: 's1', jobId: 'j1', state: 'dropped' })
  expect([p.says, p.state.dialog]).toEqual(['print.dropped', undefined])
})

test.each([
  ['desk', '小票还没有打印：本机助手的桌面程序没有就绪'],
  ['waits', '小票还没有打印：设备正在使用'],
] as const)(
  'a slip that the agent’s queue has is owed no more, and is said to be printed when it came: %s',
  (state, what) => {
    const p = ready()
      .settle()
      .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
    const slip = { type: 'printed', orderId: 'o1', slipId: 's1', jobId: 'j1' } as const
    p.do({ ...slip, state, text: '设备正在使用' })
    const { message } = p.state
    expect([messageOf(message!.key, message!.values).what, p.state.owed]).toEqual([what, []])
    p.do({ ...slip, state: 'done' })
    expect(p.says).toBe('print.done')
  },
)

test.each([
  ['XP-58', '打印机 XP-58 无法连接', '打印机 XP-58 已暂停'],
  [undefined, '打印机无法连接', '打印机已暂停'],
])('a printer that cannot print is called by its name, which the default one may not have: %s', (printer, ...words) => {
  const slip = { type: 'printed', orderId: 'o1', slipId: 's1', jobId: 'j1', printer } as const
  const said = (['offline', 'paused'] as const).map((state) => {
    const { message } = ready().do({ ...slip, state }).state
    return messageOf(message!.key, message!.values).what
  })
  expect(said).toEqual(words)
})

/** A settled purchase whose slip nobody can say printed or not. */
const inDoubt = () => {
  const p = ready()
    .settle()
    .do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  return p.do({ type: 'printed', orderId: 'o1', slipId: 's1', jobId: 'j1', state: 'unsure' })
}

test('M36: a question that could not be asked is asked when money, another dialog or a reading is over', () => {
  const unsure = { type: 'printed', orderId: 'o0', slipId: 's0', jobId: 'j0', state: 'unsure' } as const
  const money = ready().settle().do(unsure)
  expect([money.says, money.state.dialog]).toEqual(['settle.wait', undefined])
  money.do({ type: 'settleAnswered', orderId: 'o1', order: order({ status: '2' }) })
  expect([money.state.message?.key, money.state.dialog]).toMatchObject(['settle.done', { jobId: 'j0' }])

  const behind = ready().do({ type: 'clear' }, unsure)
  expect(behind.state.dialog?.kind).toBe('clear')
  expect(behind.do({ type: 'closeDialog' }).state.dialog).toMatchObject({ kind: 'printUnsure', jobId: 'j0' })

  // The next one's code is read, and takes no question with it.
  const next = inDoubt().do({ type: 'read', medium: 'eVoucher', code: '2'.repeat(28) })
  expect(next.state.dialog).toBeUndefined()
  next.do({ type: 'personRead', seq: next.state.readSeq, person: other() })
  expect([next.state.person?.readId, next.state.dialog]).toMatchObject(['r2', { kind: 'printUnsure', jobId: 'j1' }])
  next.wait(400).do({ type: 'button', id: 'printedNo' })
  expect([next.of('resolvePrint'), next.state.dialog, next.state.doubts]).toMatchObject([
    [{ slipId: 's1', printed: false }],
    undefined,
    [],
  ])
})

test('M36: closed without an answer it is asked again before the next customer, by the next window too, and no more once it is known', () => {
  const p = inDoubt().do({ type: 'closeDialog' })
  expect([p.state.dialog, p.says]).toEqual([undefined, 'settle.done'])
  const draft = JSON.parse(JSON.stringify(draftOf(p.state, 5)))
  expect(play().do({ type: 'restored', key: 'd', draft }).state.dialog).toMatchObject({ jobId: 'j1' })
  expect(ready().do({ type: 'restored', key: 'd', draft }).state.dialog).toMatchObject({ jobId: 'j1' })
  p.read(other())
  expect(p.state.dialog).toMatchObject({ jobId: 'j1' })
  p.do({ type: 'printed', orderId: 'o1', slipId: 's1', jobId: 'j1', state: 'done' })
  expect([p.state.dialog, draftOf(p.state, 5)]).toEqual([undefined, undefined])
})

test('two slips in doubt: the second click of a double click is no answer to the next question', () => {
  const yes = { type: 'button', id: 'printedYes' } as const
  const p = inDoubt().do({ type: 'printed', orderId: 'o0', slipId: 's0', jobId: 'j0', state: 'unsure' })
  expect([p.state.dialog, p.state.doubts.length]).toMatchObject([{ jobId: 'j1' }, 2])
  p.wait(399).do(yes)
  expect(p.of('resolvePrint'), 'it has only just appeared').toEqual([])
  p.wait(1).do(yes, yes).wait(399).do(yes)
  expect([p.of('resolvePrint'), p.state.dialog]).toMatchObject([[{ jobId: 'j1' }], { jobId: 'j0' }])
  p.wait(1).do(yes)
  expect([p.of('resolvePrint').map(({ jobId }) => jobId), p.state.dialog]).toEqual([['j1', 'j0'], undefined])
})
