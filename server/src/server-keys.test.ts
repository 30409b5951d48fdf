import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { makeDeps } from './deps.ts'
import { dataKey } from './domains/system/tables.ts'
import { policyWarning, requireServerKeys } from './server-keys.ts'
import { startTestServer } from './test/kit.ts'

const server = opened(() => startTestServer())
const folders: string[] = []
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true, force: true })
})

/** A node's own folder, with a copy of these keys. */
const folder = (from?: string) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-node-keys-'))
  folders.push(dataDir)
  if (from) cpSync(join(from, 'keys'), join(dataDir, 'keys'), { recursive: true })
  return dataDir
}

const start = (dataDir: string, { lost = false, ...more }: { lost?: boolean; customDataInfo?: boolean } = {}) => {
  const { config, db, clock } = server.deps
  return requireServerKeys(makeDeps({ ...config, customDataInfo: true, ...more, dataDir }, db, { clock }), { lost })
}

test('a node with keys of its own does not start beside the others, with theirs it does', async () => {
  const first = folder()
  await start(first)
  await start(folder(first))
  const stranger = folder()
  await expect(start(stranger)).rejects.toThrow(/keys\/ticket\.pem 和.*其他节点.*复制到本节点/)
  cpSync(join(first, 'keys', 'ticket.pem'), join(stranger, 'keys', 'ticket.pem'))
  await expect(start(stranger)).rejects.toThrow(/keys\/password\.pem 和.*密码会时好时坏/)
  // Where passwords travel as Base64 nobody needs that key.
  await start(stranger, { customDataInfo: false })
  cpSync(join(first, 'keys', 'password.pem'), join(stranger, 'keys', 'password.pem'))
  await start(stranger)
})

test('of nodes that start together with different keys one counts', async () => {
  for (let round = 0; round < 5; round++) {
    await server.deps.db.delete(dataKey)
    const started = await Promise.allSettled([start(folder()), start(folder())])
    expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await server.deps.db.select().from(dataKey)).toHaveLength(2)
  }
})

test('a ticket key changes places with the one beside it on one node after the other, and back; a strange one does not', async () => {
  const one = folder()
  await start(one, { lost: true })
  const other = folder(one)
  const strange = folder()
  await expect(start(strange)).rejects.toThrow('ticket.pem')
  for (const node of [one, other]) cpSync(join(strange, 'keys', 'ticket.pem'), join(node, 'keys', 'ticket-next.pem'))
  const change = (node: string) => {
    const keys = join(node, 'keys')
    renameSync(join(keys, 'ticket.pem'), join(keys, 'ticket-old.pem'))
    renameSync(join(keys, 'ticket-next.pem'), join(keys, 'ticket.pem'))
  }
  change(one)
  await start(one)
  // The other one is restarted before its turn, and then in it.
  await start(other)
  change(other)
  await start(other)
  rmSync(join(other, 'keys', 'ticket-old.pem'))
  await start(other)
  await expect(start(folder())).rejects.toThrow('ticket.pem')
})

test('a node that tells agents other things than the one before it says so once, and not for another order', async () => {
  const { config, db, clock } = server.deps
  const origins = ['https://a.example', 'https://b.example']
  const [same, further] = [folder(), folder()]
  const told = (dataDir: string, consoleOrigins: string[]) =>
    policyWarning(makeDeps({ ...config, consoleOrigins, dataDir }, db, { clock }))
  expect(await told(same, origins)).toBe(undefined)
  expect(await told(same, origins.toReversed())).toBe(undefined)
  expect(await told(same, ['https://a.example'])).toMatch(/CONSOLE_ORIGINS.*所有节点一致/)
  expect(await told(same, ['https://a.example'])).toBe(undefined)
  expect(await told(further, ['https://a.example'])).toMatch(/ticket\*\.pem/)
})

test('where the former keys are gone for good, those of the node that says so count from then on', async () => {
  const former = folder()
  await start(former, { lost: true })
  const next = folder()
  await expect(start(next)).rejects.toThrow('SERVER_KEYS_LOST=1')
  await start(next, { lost: true })
  await start(next)
  await expect(start(former)).rejects.toThrow('ticket.pem')
})
