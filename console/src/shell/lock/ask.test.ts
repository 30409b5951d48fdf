import { beforeEach, expect, test } from 'vitest'
import { fakeHttp, fakeUi, ok } from '../../../test/support/fake-http.ts'
import { CallError } from '../../api/error.ts'
import { askServer, refusalOf } from './ask.ts'

beforeEach(() => void fakeUi())

test('the password travels encoded, to a call of its own', async () => {
  const sent = fakeHttp(({ url }) =>
    url.includes('PublicKey') ? ok({ customDataInfo: false, publicKey: '', serverTime: 0 }) : ok(null),
  )
  await askServer('Yibao@2026')
  const { url, data } = sent.at(-1)!
  expect(url).toBe('/prod-api/api/Auth/Unlock')
  const { passWord } = data as { passWord: string }
  expect(atob(passWord)).toMatch(/^Yibao@2026\d{13}$/)
})

test('why it stays locked: what the server says, with the seconds of a lockout; that nobody answers; the alert alone', () => {
  const wrong = new CallError('密码不正确', { tips: '还可以尝试 4 次', statusCode: 400 })
  expect(refusalOf(wrong)).toEqual({ text: '密码不正确。还可以尝试 4 次', seconds: 0 })
  const locked = new CallError('账号已锁定', { statusCode: 423, extend: { seconds: 60 } })
  expect(refusalOf(locked)).toEqual({ text: '账号已锁定', seconds: 60 })
  const nobody = '云服务没有应答，仍然锁定。请检查网络后再试'
  for (const gone of [
    new CallError('Network Error', { code: 'network' }),
    new CallError('请求已取消', { code: 'cancelled' }),
    new CallError('Bad Gateway', { statusCode: 502 }),
  ])
    expect(refusalOf(gone).text).toBe(nobody)
  expect(refusalOf(new CallError('Request failed with status code 401', { statusCode: 401 })).text).toBe('')
  expect(refusalOf(new Error('密码加密未完成，请刷新页面后重试')).text).toBe('密码加密未完成，请刷新页面后重试')
})
