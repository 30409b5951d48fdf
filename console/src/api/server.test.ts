import { get, post } from '@yibao/shared/call.ts'
import { code, list, optional, text } from '@yibao/shared/field.ts'
import { beforeEach, expect, test } from 'vitest'
import { type FakeAnswer, fakeHttp, fakeUi, ok, refused } from '../../test/support/fake-http.ts'
import { forgetToken, readToken, saveLogin, saveToken, whileTokenChanges } from '../state/session.ts'
import { remove, writeText } from '../state/storage.ts'
import type { CallError } from './error.ts'
import { reportLink, useLink } from './link.ts'
import { callServer } from './server.ts'
import { hasEnded } from './transport.ts'
import { setUi, ui } from './ui.ts'

const read = get('/api/Order/Get/:id', {
  title: '订单',
  input: { id: code('订单'), tags: optional(list(text('标签'))) },
})
const write = post('/api/Order/Void/:id', { title: '作废', input: { id: code('订单'), reason: text('原因') } })
const settle = post('/api/Settlement/Settle', { title: '结算', idempotent: true, input: { orderId: code('订单') } })

let shown: string[]
beforeEach(() => {
  shown = fakeUi()
  saveToken('t-1')
})

const failure = async (promise: Promise<unknown>): Promise<CallError> =>
  promise.then(
    () => expect.fail('it should have been refused'),
    (error: CallError) => error,
  )

test('a GET fills the path, sends the rest as query and the token as Bearer', async () => {
  const sent = fakeHttp(() => ok({ id: '7' }))
  expect(await callServer(read, { id: 'a/7', tags: ['x', 'y'] })).toEqual({ id: '7' })
  expect(sent[0]).toMatchObject({
    method: 'get',
    url: '/prod-api/api/Order/Get/a%2F7',
    params: { tags: ['x', 'y'] },
    headers: { Authorization: 'Bearer t-1' },
    timeout: 300_000,
  })
})

test('a POST sends the body without the path part; without a token there is no Authorization', async () => {
  forgetToken()
  const sent = fakeHttp(() => ok(null))
  await callServer(write, { id: '7', reason: '录入有误' })
  expect(sent[0]).toMatchObject({ method: 'post', url: '/prod-api/api/Order/Void/7', data: { reason: '录入有误' } })
  expect(sent[0]!.headers.Authorization).toBeUndefined()
})

test('one ref id is a header, several are refIds in query or body', async () => {
  const sent = fakeHttp(() => ok(null))
  await callServer(read, { id: '1' }, { refIds: ['r1'] })
  await callServer(read, { id: '1' }, { refIds: ['r1', 'r2'] })
  await callServer(write, { id: '1', reason: '原因' }, { refIds: ['r1', 'r2'] })
  await callServer(write, { id: '1', reason: '原因' }, { businessRefId: 'b' })
  expect(sent.map((one) => [one.headers.businessRefId, one.params ?? one.data])).toEqual([
    ['r1', {}],
    [undefined, { refIds: ['r1', 'r2'] }],
    [undefined, { reason: '原因', refIds: ['r1', 'r2'] }],
    ['b', { reason: '原因' }],
  ])
})

test('an idempotent call carries its key, a given one untouched', async () => {
  const sent = fakeHttp(() => ok(null))
  await callServer(settle, { orderId: '1' }, { idempotencyKey: 'k-1' })
  await callServer(settle, { orderId: '1' })
  expect(sent[0]!.headers['Idempotency-Key']).toBe('k-1')
  expect(sent[1]!.headers['Idempotency-Key']).toMatch(/^[0-9a-f]{32}$/)
})

test('an empty method is refused before anything is sent', async () => {
  const sent = fakeHttp(() => ok(null))
  const error = await failure(callServer({ ...read, method: '' as 'GET' }, { id: '1' }))
  expect([error.message, sent.length, shown]).toEqual([
    '请求参数异常，method为空',
    0,
    ['error 请求参数异常，method为空'],
  ])
})

test('Refresh-Token replaces the stored token', async () => {
  fakeHttp(() => ({ ...ok(null), headers: { 'Refresh-Token': 't-2' } }))
  await callServer(read, { id: '1' })
  expect(readToken()).toBe('t-2')
})

test('a success with a description is a toast, unless silent', async () => {
  fakeHttp(() => ok(null, { resultNotice: { description: '已保存' } }))
  await callServer(read, { id: '1' }, { silent: true })
  expect(shown).toEqual([])
  await callServer(read, { id: '1' })
  expect(shown).toEqual(['success 已保存'])
})

const refusals: [string, Parameters<typeof refused>[0], { message: string; code?: string; shown: string[] }][] = [
  [
    'error first',
    { resultNotice: { error: 'E', tips: 'T', description: 'D' } },
    { message: 'E', shown: ['error E。T'] },
  ],
  ['then tips', { resultNotice: { tips: 'T', description: 'D' } }, { message: 'T', shown: ['error T'] }],
  ['then description', { resultNotice: { description: 'D' } }, { message: 'D', shown: ['error D'] }],
  [
    'then the standard text',
    { resultNotice: {} },
    { message: '接口返回异常，请联系管理员', shown: ['error 接口返回异常，请联系管理员'] },
  ],
  ['else the error field', { error: { message: 'F' } }, { message: 'F', shown: ['error F'] }],
  [
    '106001: shown, rejected with that code',
    { resultNotice: { error: '还在处理', messageCode: '106001' }, resultExtendInfo: { a: '1' } },
    { message: '还在处理', code: '106001', shown: ['error 还在处理'] },
  ],
  [
    '302002: prefix 【302002】',
    { resultNotice: { error: '余额不足', messageCode: '302002' }, resultExtendInfo: { errMsg: 'raw' } },
    { message: '【302002】余额不足', code: '302002', shown: ['error 【302002】余额不足'] },
  ],
  [
    'a code with details: message box',
    { resultNotice: { error: 'E', tips: 'T', messageCode: '9' }, resultExtendInfo: { detail: '详细' } },
    { message: 'E', code: '9', shown: ['box 9 E T\n详细'] },
  ],
  [
    'a code without details: toast',
    { resultNotice: { error: 'E', messageCode: '9' } },
    { message: 'E', code: '9', shown: ['error E'] },
  ],
]

test.each(refusals)('refusal, %s', async (_, part, expected) => {
  fakeHttp(() => refused(part))
  const error = await failure(callServer(read, { id: '1' }))
  expect({ message: error.message, code: error.code, shown }).toEqual({ code: '', ...expected })
  shown.length = 0
  await failure(callServer(read, { id: '1' }, { silent: true }))
  expect(shown).toEqual([])
})

test('what the centre refused is told with its own words, for the hint library; not where the server has its own advice', async () => {
  const asked: unknown[] = []
  setUi({ ...ui(), error: (_, centre) => asked.push(centre) })
  const told = async (tips: string, resultExtendInfo: Record<string, unknown> | null, messageCode = '302002') => {
    fakeHttp(() => refused({ resultNotice: { error: '医保中心：“账户冻结”', tips, messageCode }, resultExtendInfo }))
    await failure(callServer(read, { id: '1' }))
  }
  await told('', { key: 'centre.refused', centreText: '账户冻结', infno: '2101' })
  await told('', null)
  await told('请启动助手后再签到', { key: 'sign.noMachine', centreText: '账户冻结' })
  await told('', null, '106001')
  expect(asked).toEqual([{ words: '账户冻结', infno: '2101' }, { words: '医保中心：“账户冻结”' }, undefined, undefined])
})

test('field texts travel with the error', async () => {
  fakeHttp(() => refused({ error: { message: 'x', fields: { reason: '至少 2 个字' } } }))
  expect((await failure(callServer(read, { id: '1' }))).fields).toEqual({ reason: '至少 2 个字' })
})

test('401: one alert however many calls fail; the token goes after it was confirmed', async () => {
  fakeHttp(() => ({ status: 401, body: {} }))
  const errors = await Promise.all([1, 2, 3].map((id) => failure(callServer(read, { id: String(id) }))))
  expect(errors.map((error) => error.message)).toEqual(Array(3).fill('Request failed with status code 401'))
  expect(shown).toEqual(['expired'])
  expect(readToken()).toBe('')
})

test('401 while another window has the token replaced: no alert where the new one came, the alert where none did', async () => {
  fakeHttp(() => ({ status: 401, body: {} }))
  let arrives = () => {}
  const changing = (token?: string) =>
    whileTokenChanges(async () => {
      await new Promise<void>((resolve) => {
        arrives = resolve
      })
      if (token) saveToken(token)
    })
  for (const [token, said] of [
    ['t-2', []],
    [undefined, ['expired']],
  ] as const) {
    const changed = changing(token)
    await failure(callServer(read, { id: '1' }))
    expect(shown, 'nobody knows yet').toEqual([])
    arrives()
    await changed
    await expect.poll(hasEnded).toBe(false)
    expect(shown).toEqual(said)
    expect(readToken()).toBe(token ?? '')
  }
})

const unreachable = '/api/Order/Get/1 接口无法访问'
const late = '等待 300 秒没有收到答复'
const transport: [string, Parameters<typeof fakeHttp>[0], string, string, boolean][] = [
  ['404', () => ({ status: 404 }), unreachable, '404', false],
  ['no network', () => ({ failure: { message: 'Network Error', code: 'ERR_NETWORK' } }), unreachable, 'network', true],
  ['time out', () => ({ failure: { message: 'timeout', code: 'ECONNABORTED' } }), late, 'timeout', true],
  ['status text', () => ({ status: 502, statusText: 'Bad Gateway' }), 'Bad Gateway', '502', true],
  ['message', () => ({ status: 500 }), 'Request failed with status code 500', '500', false],
  ['a page instead of an envelope', () => ({ body: '<html>' }), unreachable, 'network', true],
]

test.each(transport)('transport: %s', async (_, answer, message, code, cut) => {
  reportLink({ server: 'ok' })
  fakeHttp(answer)
  const error = await failure(callServer(read, { id: '1' }))
  expect([error.message, error.code, shown, error.cut]).toEqual([message, code, [`error ${message}`], cut])
  expect(useLink.getState().server).toBe(cut ? 'down' : 'ok')
})

test('the agent says that the server is away: the line is cut, in its words; what it refuses itself says so', async () => {
  reportLink({ server: 'ok' })
  const words = (code: string) => ({ ok: false, code, message: '本机助手连接不到云服务', hint: '请检查网络后重试' })
  const linkAfter = async (answer: FakeAnswer) => {
    fakeHttp(() => answer)
    const error = await failure(callServer(read, { id: '1' }, { silent: true }))
    const { message, tips, code, statusCode, unsent, cut } = error
    const { server } = useLink.getState()
    expect(cut).toBe(server === 'down')
    return [message, tips, code, statusCode, server, unsent]
  }
  const said = ['本机助手连接不到云服务', '请检查网络后重试']
  const own = await linkAfter({ status: 403, body: words('ORIGIN_DENIED') })
  expect(own).toEqual([...said, 'ORIGIN_DENIED', 403, 'ok', false])
  const away = await linkAfter({ status: 502, body: words('SERVER_UNREACHABLE') })
  expect(away).toEqual([...said, 'network', 0, 'down', false])
  const never = await linkAfter({ status: 502, body: words('SERVER_NOT_CALLED') })
  expect(never).toEqual([...said, 'network', 0, 'down', true])
  fakeHttp(() => ok(null))
  await callServer(read, { id: '1' })
  const updating = await linkAfter({ status: 503, body: words('UPDATING') })
  expect(updating).toEqual([...said, 'UPDATING', 503, 'ok', true])
  expect(useLink.getState().server).toBe('ok')
  const gateway = await linkAfter({ status: 504, statusText: 'Gateway Time-out', body: '<html>' })
  expect(gateway).toEqual(['Gateway Time-out', '', '504', 504, 'down', false])
})

test('a starting server tells so in its envelope', async () => {
  fakeHttp(() => ({ status: 503, ...refused({ statusCode: 503, resultNotice: { error: '系统正在启动' } }) }))
  reportLink({ server: 'ok' })
  const { message, cut } = await failure(callServer(read, { id: '1' }))
  // It has answered: no line is cut.
  expect([message, cut, useLink.getState().server]).toEqual(['系统正在启动', false, 'ok'])
})

test('a cancelled call is told to nobody', async () => {
  fakeHttp(() => ok(null))
  const control = new AbortController()
  control.abort()
  const error = await failure(callServer(read, { id: '1' }, { signal: control.signal }))
  expect([error.code, shown]).toEqual(['cancelled', []])
})

test('a call with another session’s token is that session’s affair: no renewal, no alert here', async () => {
  const sent = fakeHttp((_, round) =>
    round === 1 ? { ...ok(null), headers: { 'refresh-token': 'theirs' } } : { status: 401 },
  )
  await callServer(read, { id: '1' }, { as: 't-2' })
  await failure(callServer(read, { id: '1' }, { as: 't-2', silent: true }))
  expect(sent.map(({ headers }) => headers.Authorization)).toEqual(['Bearer t-2', 'Bearer t-2'])
  expect([readToken(), shown]).toEqual(['t-1', []])
})

test('what arrives for the session before a new login does not touch the new one', async () => {
  const login = { token: 't-9', userName: 'area' } as Parameters<typeof saveLogin>[0]
  fakeHttp((_, round) => {
    saveLogin(login)
    return round === 1 ? { ...ok(null), headers: { 'refresh-token': 'late' } } : { status: 401 }
  })
  await callServer(read, { id: '1' })
  await failure(callServer(read, { id: '1' }))
  expect([readToken(), shown]).toEqual(['t-9', []])
})

test('a renewal that arrives after the logout, here or in another window, brings nobody back', async () => {
  fakeHttp(() => {
    forgetToken()
    return { ...ok(null), headers: { 'refresh-token': 'late' } }
  })
  await callServer(read, { id: '1' })
  expect(readToken()).toBe('')
})

test('what arrives for somebody whom another window has replaced does not touch his session', async () => {
  const info = (userId: string) => JSON.stringify({ userId, medicalAreaCode: '320500' })
  writeText('userInfo', info('u-1'))
  fakeHttp(() => {
    writeText('userInfo', info('u-2'))
    writeText('token', 't-2')
    return { ...ok(null), headers: { 'refresh-token': 'late' } }
  })
  await callServer(read, { id: '1' })
  expect(readToken()).toBe('t-2')
  remove('userInfo')
})

test('401: a token that another window got meanwhile is not the one that ended', async () => {
  let confirm = () => {}
  setUi({
    ...ui(),
    expired: () =>
      new Promise((resolve) => {
        confirm = resolve
      }),
  })
  fakeHttp(() => ({ status: 401 }))
  await failure(callServer(read, { id: '1' }))
  saveToken('t-2')
  confirm()
  await Promise.resolve()
  expect(readToken()).toBe('t-2')
})
