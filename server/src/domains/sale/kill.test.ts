import { sale } from '@yibao/shared/calls/sale.ts'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leaseAt } from '../../test/clock.ts'
import { databases } from '../../test/kit.ts'
import { type ServerProcess, startServerProcess } from '../settlement/test/process.ts'
import { RemoteClient } from '../settlement/test/remote.ts'
import { salePiece } from './tables.ts'
import { line, newCode, openShop, type Shop } from './test/shop.ts'
import { writeSales } from './write.ts'

// Two nodes on one database, one of which is killed while its message is at the centre.

describe.skipIf(!databases.includes('postgres'))('a node that is killed', () => {
  let shop: Shop
  let node: ServerProcess
  const remote = new RemoteClient(() => node.url)
  beforeAll(async () => {
    shop = await openShop()
    const { dataDir, databaseUrl } = shop.counter.server
    const env = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl!, CENTRE_URL: shop.centre.url }
    node = await startServerProcess(env)
    await remote.login('clerk')
  })
  afterAll(async () => {
    await node?.stop()
    await shop?.close()
  })

  const pieceOf = async (id: string) => (await shop.rows(id))[0]!

  test.each(['before', 'after'])(
    '%s the centre booked it: the other one ends it, and it is there once',
    async (when) => {
      const id = await shop.sell([line('1', [newCode()])])
      await writeSales(shop.deps)
      await shop.fault('delay', '3505', { ms: 20_000, when })
      await remote.send(sale.upload, { ids: [(await pieceOf(id)).id] })
      await expect.poll(async () => (await pieceOf(id)).state, { timeout: 10_000 }).toBe('unknown')
      if (when === 'after') await expect.poll(() => shop.told(id), { timeout: 10_000 }).toEqual(['3505'])
      await node.kill()
      await shop.centre.clearFaults()
      expect(await pieceOf(id)).toMatchObject({ state: 'unknown', pending: 'upload' })
      // As long as the dead one's claim lasts nobody touches it.
      await shop.landed(id)
      await shop.round()
      expect((await pieceOf(id)).state).toBe('unknown')
      await shop.deps.db
        .update(salePiece)
        .set({ claimedUntil: leaseAt(0) })
        .where(eq(salePiece.orderId, id))
      await shop.round()
      expect([await shop.states(id), await shop.told(id)]).toEqual([['sale:uploaded'], ['3505']])
      await node.start()
      await remote.login('clerk')
    },
    60_000,
  )
})
