import { auth } from '@yibao/shared/calls/auth.ts'
import { desc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { operationLog } from './call/tables.ts'
import { startTestServer } from './test/kit.ts'

/** The address under which a call that came from `remoteAddress` stands in the operation log. */
const loggedAddress = async (trustedProxies: string[], remoteAddress: string): Promise<string | undefined> => {
  const server = await startTestServer({ config: { trustedProxies } })
  try {
    await server.app.inject({
      method: auth.login.method,
      url: `/prod-api${auth.login.path}`,
      remoteAddress,
      headers: { 'x-forwarded-for': '198.51.100.7, 203.0.113.9' },
      payload: { userName: '䶮', passWord: Buffer.from('wrong').toString('base64') },
    })
    const [line] = await server.deps.db
      .select({ ip: operationLog.ip })
      .from(operationLog)
      .orderBy(desc(operationLog.id))
    return line?.ip
  } finally {
    await server.close()
  }
}

test('a caller is where his connection comes from, whatever he says', async () => {
  expect(await loggedAddress([], '192.0.2.1')).toBe('192.0.2.1')
  expect(await loggedAddress(['10.0.0.0/8'], '192.0.2.1')).toBe('192.0.2.1')
})

test('a balancer that is named is believed, for the hop it saw itself and no other', async () => {
  expect(await loggedAddress(['10.0.0.0/8'], '10.1.2.3')).toBe('203.0.113.9')
})

test('no answer of a call is kept by anything on its way, a refusal no more than what was asked for', async () => {
  const server = await startTestServer()
  try {
    const kept = async (path: string) =>
      (await server.app.inject({ method: 'GET', url: `/prod-api${path}` })).headers['cache-control']
    for (const path of ['/api/Client/Server', '/api/Order/Paged', '/api/Nowhere'])
      expect(await kept(path), path).toBe('private, no-store')
  } finally {
    await server.close()
  }
})

test('a body that is no UTF-8 is refused in words: its names would be question marks', async () => {
  const server = await startTestServer()
  try {
    // 李 as an ERP of the code page 936 writes it.
    const payload = Buffer.concat([
      Buffer.from('{"userName":"'),
      Buffer.of(0xc0, 0xee),
      Buffer.from('","passWord":"eA=="}'),
    ])
    const url = `/prod-api${auth.login.path}`
    const answer = await server.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect(answer.json()).toMatchObject({
      statusCode: 400,
      resultNotice: { error: '输入有误：请求内容须为 UTF-8 编码' },
    })
  } finally {
    await server.close()
  }
})
