import { cache } from '@yibao/shared/calls/cache.ts'
import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { operationLog } from '../../call/tables.ts'
import { removeEntries } from '../../process/cache.ts'
import type { Live } from '../../process/live.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { serverNode } from '../node/tables.ts'
import { labelOf } from '../organisation/labels.ts'
import { hearRemovals } from './handlers.ts'

// What is removed on the node that answers is removed on the others: they hear it over the nodes' line.

const hearing: [string, (id: string) => void][] = []
const said: [string, string][] = []
const live: Live = {
  publish: () => undefined,
  onNodes: (event, listener) => void hearing.push([event, listener]),
  tellNodes: (event, id) => void said.push([event, id]),
}
const clock = testClock()
const server = opened(() => startTestServer({ clock, live }))
let admin: Client
beforeAll(async () => {
  admin = await server.as('admin')
  hearRemovals(live)
  const node = { host: 'b', role: 'cluster' as const, version: '1', restartable: true, state: 'serving' as const }
  const times = { startedAt: clock(), heartbeatAt: clock() }
  const long = new Date(clock().getTime() - 3_600_000)
  await server.deps.db.insert(serverNode).values([
    { ...node, ...times, id: 'other', name: 'b:1' },
    { ...node, ...times, id: 'silent', name: 'b:2', heartbeatAt: long },
    { ...node, ...times, id: 'ended', name: 'b:3', endedAt: long },
  ])
})

/** Another node hears what was said last, and has what this one has: they are one process here. */
const heardAt = () => {
  labelOf('JX', 'gend', '1')
  labelOf('HN', 'gend', '1')
  const [event, id] = said.at(-1)!
  for (const [name, listener] of hearing) if (name === event) listener(id)
  return keys()
}
const keys = async () => (await admin.ok(cache.paged, { prefix: 'dictionary:labels' })).items.map(({ key }) => key)

test('one key, a beginning and a kind are removed on every node, and the answer says how many others there are', async () => {
  const [jx, hn] = ['dictionary:labels:JX', 'dictionary:labels:HN']
  removeEntries(() => true)
  labelOf('JX', 'gend', '1')
  labelOf('HN', 'gend', '1')
  expect(await admin.ok(cache.remove, { key: jx })).toEqual({ removed: 1, others: 1 })
  expect(await keys()).toEqual([hn])
  expect(await heardAt(), 'one key').toEqual([hn])
  expect(await admin.ok(cache.remove, { key: 'dictionary:labels:H', prefix: true })).toEqual({ removed: 1, others: 1 })
  expect(await heardAt(), 'a beginning').toEqual([jx])
  expect(await admin.ok(cache.clear, { kind: 'dictionary' })).toEqual({ removed: 1, others: 1 })
  expect(await heardAt(), 'a kind').toEqual([])
  const lines = await server.deps.db.select().from(operationLog).orderBy(operationLog.id)
  expect(lines.slice(-3).map(({ target }) => target)).toEqual([jx, 'dictionary:labels:H', 'dictionary'])
})
