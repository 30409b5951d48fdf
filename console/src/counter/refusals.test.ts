import { expect, test } from 'vitest'
import { lost, neverLeft, refusal } from '../../test/counter/play.ts'
import { isDefinite } from '../api/definite.ts'
import { centreBrief, centreWords, codeOf, lineCut, noAnswer } from './refusals.ts'

test('a refusal is known by its code, else by the key beside its text', () => {
  expect(codeOf(refusal('CARD_NONE'))).toBe('CARD_NONE')
  expect(codeOf(refusal('', { extend: { key: 'sign.missing' } }))).toBe('sign.missing')
  expect(codeOf(refusal('302002', { extend: { key: 'centre.refused' } }))).toBe('302002')
  expect(codeOf(refusal('401', { statusCode: 401 }))).toBe('session.missing')
  expect(codeOf(refusal('', { message: '从未见过的话' }))).toBe('')
})

// What decides between "no money moved" and "nobody knows" (N7): a wrong row here books twice or loses a booking.
test.each([
  ['302002', 422, true],
  ['', 400, true],
  ['', 403, true],
  ['order.stale', 409, true],
  ['401', 401, true],
  ['404', 404, true],
  ['106001', 409, false],
  ['order.busy', 409, false],
  ['centre.unknown', 504, false],
  ['', 500, false],
  ['', 502, false],
  ['408', 408, false],
  ['429', 429, false],
  ['network', 0, false],
  ['timeout', 0, false],
] as const)('%s %i is definite: %s', (code, statusCode, definite) => {
  expect(isDefinite(refusal(code, { statusCode }))).toBe(definite)
})

test('what provably never left is definite, and to whoever only asks it is a line that is cut', () => {
  expect([lost, neverLeft].map(isDefinite)).toEqual([false, true])
  expect([lost, neverLeft].map(lineCut)).toEqual([true, true])
})

test('that the server let nothing leave for the centre is definite; that the centre did not answer is not', () => {
  const down = (more: object) => refusal('', { statusCode: 502, extend: { key: 'centre.down', ...more } })
  expect([down({ notSent: true }), down({})].map(isDefinite)).toEqual([true, false])
})

test('no answer is no answer', () => {
  const gateway = refusal('502', { statusCode: 502 })
  const centre = refusal('centre.down', { statusCode: 502 })
  expect([lost, gateway, centre, refusal('x')].map(noAnswer)).toEqual([true, true, false, false])
})

test("the centre's words stand alone, without the frame around them", () => {
  expect(centreWords(refusal('302002', { message: '【302002】医保中心：“账户冻结”' }))).toBe('账户冻结')
  expect(centreWords(refusal('302002', { message: '提示', extend: { err_msg: '原文' } }))).toBe('原文')
})

test('R6 quotes of an exception its first Chinese words only, and never cuts a character in two', () => {
  const brief = (err_msg: string) => centreBrief(refusal('302002', { extend: { err_msg } }))
  expect(brief('账户冻结')).toBe('账户冻结')
  const exception = `{"code":500,"message":"cn.hsaf.BusinessException: 结算失败, 待遇计算服务调用异常: ${'java.util.'.repeat(20)}`
  expect(brief(exception)).toMatch(/^…结算失败, 待遇计算服务调用异常: java\.[\w.]+…$/)
  expect([...brief(exception)]).toHaveLength(42)
  expect(brief('𠮷'.repeat(41))).toBe(`${'𠮷'.repeat(40)}…`)
  expect(brief('x'.repeat(100))).toBe(`${'x'.repeat(40)}…`)
})
