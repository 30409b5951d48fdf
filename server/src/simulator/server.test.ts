import { expect, test } from 'vitest'
import { buildServer } from './server.ts'

test('answers 503 to everything until the store is open', async () => {
  const server = await buildServer(() => undefined)
  const health = await server.inject('/health')
  expect([health.statusCode, health.json()]).toEqual([503, { status: 'starting' }])
  const call = await server.inject({ method: 'POST', url: '/fsi/api/rsfComIfsService/callService', body: {} })
  expect([call.statusCode, call.headers['retry-after']]).toEqual([503, '1'])
  await server.close()
})
