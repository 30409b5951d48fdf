import { createServer, type RequestListener, type Server } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { hasBrowser } from './browser.ts'
import { useProduct } from './setup.ts'

// Another program of this PC has the agent's port when it is away for a moment.

const at = useProduct()
let taken: Server | undefined

/** Has the agent's port; answers what is asked of it, in its order. */
const take = async (answer: RequestListener) => {
  await at.product.agent.stop()
  const asked: string[] = []
  const { port } = new URL(at.product.agent.url)
  taken = createServer((request, response) => {
    if (request.method !== 'OPTIONS') asked.push(`${request.method} ${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => taken?.listen(Number(port), '127.0.0.1', resolve))
  return asked
}
const giveBack = async () => {
  if (!taken) return
  const closing = new Promise((resolve) => taken?.close(resolve))
  taken.closeAllConnections()
  await closing
  taken = undefined
  await at.product.agent.start()
}
afterEach(giveBack)

const light = (word: string) => ({ name: `助手：${word}` })

describe.skipIf(!hasBrowser)('a program that has the agent’s port', () => {
  test('and lets no page read it is told as that, and not as an agent that is not installed', async () => {
    await take((_, response) => response.end('a program of another kind'))
    const page = await at.window('clerk', '/home')
    await page.getByRole('button', light('端口被占用')).waitFor()
  })

  test('and answers in the agent’s name is told nothing, and the agent is found when it is back', async () => {
    const page = await at.window('clerk', '/home')
    await page.getByRole('button', light('已连接')).waitFor()
    const { agentId } = await page.evaluate(() => JSON.parse(localStorage.getItem('agentKnown') ?? '{}'))
    expect(agentId).toMatch(/^[\w-]{22}$/)
    const hello = { product: 'yibao-agent', version: '1.0.0', protocol: { min: 1, max: 1 }, pairing: 'enrolled' }
    const session = { accessToken: 'a'.repeat(43), expiresIn: 900, wsTicket: 'w', kind: 'operator', clockSkewMs: 0 }
    const asked = await take((request, response) => {
      response.setHeader('access-control-allow-origin', '*')
      response.setHeader(
        'access-control-allow-headers',
        '*, authorization, content-type, x-agent-client, x-agent-proof',
      )
      response.setHeader('content-type', 'application/json')
      const result = request.url === '/v1/hello' ? { ...hello, agentId, time: Date.now() } : session
      response.end(JSON.stringify({ ok: true, result }))
    })
    await expect.poll(() => asked.filter((one) => one === 'POST /v1/session').length, { timeout: 60_000 }).toBe(2)
    expect(asked.filter((one) => !/^(GET \/v1\/hello|POST \/v1\/session)$/.test(one))).toEqual([])
    await page.getByRole('button', light('端口被占用')).waitFor()
    await giveBack()
    await page.getByRole('button', light('已连接')).waitFor({ timeout: 60_000 })
  })
})
