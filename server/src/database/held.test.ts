import { expect, test } from 'vitest'
import { opened } from '../../../tools/opened.ts'
import { reconRepair } from '../domains/reconciliation/tables.ts'
import { startTestServer } from '../test/kit.ts'
import { isFree, isHeld } from './held.ts'

const server = opened(startTestServer)

test('a claim holds until it is over, and not for the day that a clock was ahead; in SQL as in a row that was read', async () => {
  const { db } = server.deps
  const now = new Date('2026-11-26T10:00:00Z')
  const lease = 150_000
  const ends = {
    over: -1,
    'over now': 0,
    held: 1,
    'a node five minutes ahead': 450_000,
    ahead: 450_001,
    tomorrow: 86_400_000,
  }
  const rows = Object.entries(ends).map(([id, ms]) => ({ id, claimedUntil: new Date(now.getTime() + ms) }))
  await db.insert(reconRepair).values(rows)
  const found = await db
    .select({ id: reconRepair.id })
    .from(reconRepair)
    .where(isFree(reconRepair.claimedUntil, now, lease))
  const free = new Set(found.map(({ id }) => id))
  expect(free).toEqual(new Set(['over', 'over now', 'ahead', 'tomorrow']))
  for (const { id, claimedUntil } of rows) expect(isHeld(claimedUntil, now, lease), id).toBe(!free.has(id))
  expect(isHeld(null, now, lease)).toBe(false)
})
