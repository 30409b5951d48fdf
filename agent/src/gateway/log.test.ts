import { expect, test } from 'vitest'
import { startAgent } from './test/agent.ts'
import { person } from './test/fake-desk.ts'
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
