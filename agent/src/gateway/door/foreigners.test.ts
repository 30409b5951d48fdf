import { Socket } from 'node:net'
import { closeCodes } from '@yibao/shared/agent/protocol.ts'
import { expect, test } from 'vitest'
import { ended } from '../../ipc/logon-session.ts'
import { startAgent } from '../test/agent.ts'
import { readable } from '../test/socket.ts'
import { foreigners } from './foreigners.ts'

const look = (desk: number | undefined, peer: number | undefined) => {
  const asked: [number, number][] = []
  const isForeign = foreigners({
    deskSession: () => desk,
    sessionOf: (port, ownPort) => {
      asked.push([port, ownPort])
      return peer
    },
  })
  return { isForeign, asked }
}

test.each<[string, number | undefined, number | undefined, boolean]>([
  ['the same session', 2, 2, false],
  ['another session', 2, 3, true],
  ['a service', 2, 0, false],
  ['nobody that Windows knows', 2, undefined, false],
  ['a program that left its connection to another one', 2, ended, true],
  ['any session, without a desk', undefined, 3, false],
])('%s: %s and %s', (_, desk, peer, foreign) => {
  expect(look(desk, peer).isForeign(new Socket())).toBe(foreign)
})

test('a connection is looked up once, unless nobody was found', () => {
  const [known, unknown] = [look(2, 2), look(2, undefined)]
  for (const { isForeign } of [known, unknown]) {
    const socket = new Socket()
    isForeign(socket)
    isForeign(socket)
  }
  expect([known.asked.length, unknown.asked.length]).toEqual([1, 2])
})

test('a browser of another session learns that the agent is there, and nothing else', async () => {
  let foreign = true
  const agent = await startAgent({ isForeign: () => foreign })
  const refused = { status: 403, json: { code: 'PEER_SESSION' } }
  expect((await agent.send('/v1/hello', { method: 'GET' })).status).toBe(200)
  expect(await agent.send('/v1/session', { body: { ticket: 'x' } })).toMatchObject(refused)
  expect(await agent.send('/v1/printers', { method: 'GET', token: 'f'.repeat(43) })).toMatchObject(refused)
  foreign = false
  const { accessToken: token } = await agent.login()
  expect((await agent.send('/v1/printers', { method: 'GET', token })).status).toBe(200)
  // Users were switched: a session of before opens nothing for who is not in front any more.
  foreign = true
  expect(await agent.send('/v1/printers', { method: 'GET', token })).toMatchObject(refused)
  await agent.stop()
})

test('nor does a socket of before: it asks nothing, and hears nothing of what the one in front sells', async () => {
  let foreign = false
  const agent = await startAgent({ isForeign: () => foreign })
  const line = readable(agent.open((await agent.login()).wsTicket))
  await line.opened()
  line.send({ type: 'hello', protocol: 1 })
  expect(await line.next()).toMatchObject({ type: 'welcome' })
  foreign = true
  line.send({ id: 'r1', verb: 'card.test', args: { medium: 'socialCard' } })
  expect(await line.next()).toMatchObject({ id: 'r1', ok: false, code: 'PEER_SESSION' })
  expect(agent.desk.of('card.read')).toEqual([])
  const heard: unknown[] = []
  line.socket.on('message', (data) => heard.push(String(data)))
  const closed = line.closed()
  agent.gateway.events.emit('erp.frame', { billNo: 'B1' })
  expect(await closed).toBe(closeCodes.notAuthenticated)
  expect(heard).toEqual([])
  await agent.stop()
})
