import { canonicalJson } from '@yibao/shared/agent/ticket.ts'
import { agent as calls } from '@yibao/shared/calls/agent.ts'
import { expect, test } from 'vitest'
import { startAgent } from './test/agent.ts'
import { toldBy } from './told.ts'

test('no name of a folder or a printer makes a heartbeat that the server refuses', async () => {
  const agent = await startAgent()
  const long = '新建文件夹（读卡器驱动）𠮷'.repeat(30)
  Object.assign(agent.desk.answers, {
    'drivers.list': [{ id: long, version: long, state: 'broken', functions: [] }],
    'print.printers': [
      { name: long, state: 'ready' },
      { name: '', state: 'ready' },
      { name: 'half \ud842', state: 'ready' },
    ],
  })
  const told = { agentId: 'a', version: '1.0.0', policyVersion: 1, ...(await toldBy(agent.gateway)) }
  await agent.stop()
  // Both as it is signed and as it is read.
  expect(calls.heartbeat.input.parse(JSON.parse(canonicalJson(told)))).toEqual(told)
  expect(long.startsWith(told.drivers[0]!.id)).toBe(true)
  expect(told.drivers[0]!.id.length).toBeGreaterThan(60)
  expect(told.printers).toHaveLength(3)
  // Where its sessions are signed (session/session.test.ts) the pages are to require it.
  expect(told.signs).toBe(true)
  // By whom it is asked the desk knows whether somebody wants the folder looked at again.
  expect(agent.desk.of('drivers.list').map(({ caller }) => caller)).toEqual([undefined])
})
