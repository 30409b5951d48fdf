import { expect, test } from 'vitest'
import { startFakeServer } from './fake-server.ts'

test('what one sample server was told to keep is not what the next one begins with', async () => {
  const at = async () => {
    const server = await startFakeServer({ dist: '.' })
    const call = async (name: string, init: RequestInit) => {
      const headers = { authorization: 'Bearer token-clerk', 'content-type': 'application/json' }
      const answer = await fetch(`${server.address}/prod-api/api/${name}`, { ...init, headers })
      return (await answer.json()).result
    }
    return { ...server, call }
  }
  const settings = { columns: [], pageSize: 50, dense: true }
  const first = await at()
  await first.call('UiTable/Save', { method: 'POST', body: JSON.stringify({ tableId: 'order', settings }) })
  expect(await first.call('UiTable/Get?tableId=order', {})).toEqual({ own: settings })
  await first.close()

  const second = await at()
  expect(await second.call('UiTable/Get?tableId=order', {})).toEqual({})
  await second.close()
})
