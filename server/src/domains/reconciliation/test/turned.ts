import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../../database/open.ts'
import { turnMoney } from '../../config/turn-money.ts'
import { area } from '../../organisation/tables.ts'
import type { useBench } from './use-bench.ts'

/** Somebody finds out how the centre of 320500 counts: what is booked by then is turned with the option. */
export const turned = (db: Database, before: object, after: object): Promise<void> => {
  const place = { level: 'area' as const, key: '', name: '', areaCode: '320500' }
  return db.transaction((tx) => turnMoney(tx, place, { ...before }, { ...after }))
}

/**
 * How 320500 counts by one of its options: `here` sets it, for what is booked from then on, and `turn` is somebody who finds
 * out that it is another one than was said.
 */
export const countingBy = (bench: ReturnType<typeof useBench>, name: 'fundIncludesAcct' | 'mulaidInAcct') => {
  const here = async (is: boolean) => {
    const { db, services } = bench.counter.server.deps
    services.centre.configure('320500', { baseUrl: bench.centre.url, [name]: is })
    const said = sql`${area.settings} || ${JSON.stringify({ [name]: is })}::jsonb`
    await db.update(area).set({ settings: said }).where(eq(area.code, '320500'))
  }
  const turn = async (before: boolean, after: boolean) => {
    await here(after)
    await turned(bench.counter.server.deps.db, { [name]: before }, { [name]: after })
  }
  return { here, turn }
}
