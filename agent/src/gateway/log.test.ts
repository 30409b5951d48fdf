import { expect, test } from 'vitest'
import { startAgent } from './test/agent.ts'
import { person } from './test/fake-desk.ts'
import { raw } from './test/raw.ts'
import { readable } from './test/socket.ts'

test('nothing secret or personal reaches the log, whatever goes wrong', async () => {
  const agent = await startAgent()
  const { accessToken: token, wsTicket } = await agent.login()
  const pins = ['135790', '246813']
  const args = { medium: 'socialCard', pin: pins[0]! }
  const tickets = [agent.actionTicket('card.read', args), agent.actionTicket('card.pin.verify', { pin: pins[1]! })]
  await agent.send('/v1/card/read', { token, body: args, ticket: tickets[0] })
  await agent.send(`/v1/card/read?card=${person.cardNumber}`, { token, body: args, ticket: tickets[0] })
  // A parser's message quotes what it read.
  const broken = Buffer.from(`{"args":{"pin":"${pins[1]}","card":"${person.idNumber}"`)
  await agent.send('/v1/card/pin/verify', { token, bytes: broken, headers: { 'content-type': 'application/json' } })
  // A fault whose message quotes what it was given.
  agent.desk.request = async () => {
    throw new Error(`cannot read ${person.idNumber} ${person.cardNumber} ${person.name} ${token}`)
  }
  await agent.send('/v1/drivers', { method: 'GET', token })
  const line = readable(agent.open(wsTicket))
  await line.opened()
  line.send({ type: 'hello', protocol: 1 })
  await line.next()
  line.send({ id: 'x', verb: 'driver.list' })
  expect(await line.next()).toMatchObject({ code: 'INTERNAL' })
  line.socket.terminate()
  const { digits } = agent.gateway.setupCodes.issue()
  await agent.send('/v1/session', { body: { setupCode: digits } })
  await agent.stop()

  const log = agent.lines.join('')
  expect(log).toContain('/v1/card/read')
  expect(log).toContain('request failed')
  for (const secret of [token, wsTicket, ...tickets, ...pins, ...Object.values(person), digits])
    expect(log).not.toContain(secret)
  expect(log).not.toMatch(/Bearer|ticket\.|authorization/i)
})

test('a page of any site pushes nothing out of the log, however often and at whatever length it asks', async () => {
  const agent = await startAgent()
  const { accessToken: token } = await agent.login()
  const evil = { 'sec-fetch-mode': 'no-cors', 'sec-fetch-site': 'cross-site', host: new URL(agent.base).host }
  const ask = (path: string) => raw(agent.port, 'GET', path, evil)
  for (let n = 0; n < 200; n++) await ask('/v1/hello')
  await agent.send('/v1/drivers', { method: 'GET', token })
  agent.pass(61_000)
  await ask(`/card/${person.cardNumber}/${'a'.repeat(8000)}`)
  await agent.stop()

  const log = agent.lines.join('').split('\n')
  expect(log.filter((line) => line.includes('/v1/hello'))).toHaveLength(60)
  expect(log.filter((line) => line.includes('/v1/drivers'))).toHaveLength(1)
  expect(log.filter((line) => line.includes('"times":140'))).toHaveLength(1)
  const odd = log.find((line) => line.includes('/card/'))
  expect(odd!.length).toBeLessThan(600)
  expect(odd).not.toContain(person.cardNumber)
})
