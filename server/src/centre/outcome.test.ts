import { expect, test } from 'vitest'
import { classify, deniesSettlement, type Refused } from './outcome.ts'

const read = (body: string, status = 200, contentType = 'application/json') =>
  classify({ status, contentType, body: Buffer.from(body), ms: 5 })

test.each([
  ['infcode number', '{"infcode":0,"inf_refmsgid":"R","output":{"a":{"x":1.10}}}'],
  ['infcode text', '{"infcode":"0","inf_refmsgid":"R","output":{"a":{"x":"1.10"}}}'],
  ['output as a text', '{"infcode":0,"inf_refmsgid":"R","output":"{\\"a\\":{\\"x\\":1.10}}"}'],
  [
    'the whole answer as a text',
    '"{\\"infcode\\":0,\\"inf_refmsgid\\":\\"R\\",\\"output\\":{\\"a\\":{\\"x\\":1.10}}}"',
  ],
  [
    'its code said twice',
    '{"infcode":0,"err_msg":"\\"infcode\\":-1","inf_refmsgid":"R","infcode":"0","output":{"a":{"x":1.10}}}',
  ],
  ['with a byte-order mark', '\uFEFF{"infcode":0,"inf_refmsgid":"R","output":{"a":{"x":1.10}}}'],
])('booked: %s, numbers exact', (_, body) => {
  expect(read(body)).toEqual({ kind: 'booked', output: { a: { x: '1.10' } }, refMsgid: 'R', ms: 5 })
})

test('an answer within the answer says nothing of the message', () => {
  expect(read('{"output":{"infcode":-1,"rows":[{"infcode":-1}]},"infcode":0}')).toMatchObject({ kind: 'booked' })
})

test('booked without output, with a warning', () => {
  expect(read('{"infcode":0,"output":null,"warn_msg":"余额不足 10 元"}')).toEqual({
    kind: 'booked',
    output: {},
    refMsgid: '',
    warn: '余额不足 10 元',
    ms: 5,
  })
})

test.each([
  ['with its code', '{"code":401,"message":"签名错误"}', 401, '签名错误'],
  ['with status 200', '{"code":"401","message":"签名错误"}', 200, '签名错误'],
  ['for a clock, with status 500', '{"code":400001,"msg":"时间戳超时"}', 500, '时间戳超时'],
])('refused by the gateway, %s: the centre never saw it', (_, body, status, message) => {
  expect(read(body, status)).toEqual({ kind: 'refused', message, ms: 5, byGateway: true })
})

test.each([
  ['a business text', '{"infcode":-1,"err_msg":"账户已冻结"}', 200, '账户已冻结'],
  ['infcode as text', '{"infcode":"-1","err_msg":"账户已冻结"}', 200, '账户已冻结'],
  ['no text', '{"infcode":-1,"err_msg":null}', 200, '医保中心未说明原因'],
])('refused: %s', (_, body, status, message) => {
  expect(read(body, status)).toEqual({ kind: 'refused', message, ms: 5 })
})

test.each([
  ['500 with html', '<html>', 500, 'http'],
  ['500 with another gateway code', '{"code":500,"message":"x"}', 500, 'http'],
  ['502 with a readable refusal proves nothing', '{"infcode":-1,"err_msg":"x"}', 502, 'http'],
  ['401 with an envelope', '{"infcode":0,"code":401}', 401, 'http'],
  ['redirect', '', 302, 'http'],
  ['html with status 200', '<html>登录</html>', 200, 'unreadable'],
  ['empty', '', 200, 'unreadable'],
  ['truncated', '{"infcode":0,"output":{"setlinfo"', 200, 'unreadable'],
  ['no infcode', '{"code":200}', 200, 'unreadable'],
  ['infcode 1', '{"infcode":1,"output":{}}', 200, 'unreadable'],
  ['infcode null', '{"infcode":null}', 200, 'unreadable'],
  ['an array', '[]', 200, 'unreadable'],
  ['no and yes in one', '{"infcode":-1,"err_msg":"x","output":{},"infcode":0}', 200, 'unreadable'],
  ['no and yes in one text', JSON.stringify('{"infcode":"-1", "infcode" : "0"}'), 200, 'unreadable'],
  ['output cut inside its text', '{"infcode":0,"output":"{\\"a\\":"}', 200, 'unreadable'],
])('unknown: %s', (_, body, status, reason) => {
  expect(read(body, status)).toMatchObject({ kind: 'unknown', reason })
})

test('what is kept of an unreadable answer holds none of its content', () => {
  expect(JSON.stringify(read('张三 320501199001011238', 502, 'text/html'))).not.toMatch(/张三|3205/)
})

const no = (message: string, more: Partial<Refused> = {}): Refused => ({ kind: 'refused', message, ms: 1, ...more })

test.each([
  '未查询到结算信息',
  '根据传入的结算ID未查询到结算信息',
  '查询异常：未找到该结算',
  '【结算ID setl_id】结算信息不存在',
  '参数 psn_no 对应的数据不存在',
  '该结算已作废',
])('“%s” says that the centre has no such settlement', (text) => expect(deniesSettlement(no(text))).toBe(true))

test.each([
  '系统夜间维护，暂停服务',
  '系统繁忙，未查询到数据，请稍后重试',
  '数据库连接失败，结算信息不存在',
  '【人员编号 psn_no】不能为空',
  '没有查询权限',
  '接口调用异常',
])('“%s” says nothing of it', (text) => expect(deniesSettlement(no(text))).toBe(false))

test('nor does a no to whoever asks', () => {
  expect(deniesSettlement(no('未查询到结算信息', { signInLost: 'system' }))).toBe(false)
  expect(deniesSettlement(no('未查询到结算信息', { byGateway: true }))).toBe(false)
})
