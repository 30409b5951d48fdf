import { figureBooks } from '@yibao/shared/calls/figure-books.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import { sql } from 'drizzle-orm'
import { afterEach, vi } from 'vitest'
import type { Client } from '../../../../test/kit.ts'
import { untilEnded } from '../../../../test/until-ended.ts'
import { area } from '../../../organisation/tables.ts'
import { type Day, stores } from '../../test/bench.ts'
import { useBench } from '../../test/use-bench.ts'

type Args = Record<string, unknown>
type Send = (args: Args) => Promise<unknown>

/** What an administrator does on the pages of both sides, over a bench of its own; no tolerance outlives its test. */
export const useFigures = () => {
  const bench = useBench()
  afterEach(async () => {
    vi.restoreAllMocks()
    await set({ figureTolerance: 0 })
  })

  const set = (settings: object) =>
    bench.counter.server.deps.db
      .update(area)
      .set({ settings: sql`${area.settings} || ${JSON.stringify(settings)}::jsonb` })

  /** An administrator of the store's area: the product gives these pages to administrators. */
  const admin = ({ who }: Pick<Day, 'who'>) => bench.counter.server.as('area', { areaCode: stores[who].area })

  const ended = async (client: Client, started: Promise<{ progressId: string }>) => {
    const state = await untilEnded(client, (await started).progressId)
    // A lease of the last step ends.
    bench.clock.advance(1000)
    return state
  }

  const storeIdOf = async (day: Day) => (await day.store()).id

  const total = async (client: Client, day: Day, more: { force?: boolean } = {}) =>
    ended(
      client,
      client.ok(figureBooks.pullTotal, { from: day.date, to: day.date, storeId: await storeIdOf(day), ...more }),
    )

  const groups = async (client: Client, day: Day) =>
    (await client.ok(figureBooks.dayPaged, { from: day.date, to: day.date, storeId: await storeIdOf(day) })).items

  const group = async (client: Client, day: Day, insutype = '310') =>
    (await groups(client, day)).find((one) => one.insutype === insutype)!

  const pull = async (client: Client, day: Day) =>
    ended(client, client.ok(figureBooks.pullDetail, { groupId: (await group(client, day)).id }))

  const rows = async (client: Client, day: Day, insutype?: string) => {
    const { head, ...page } = await client.ok(figureBooks.dayDetail, {
      ...{ groupId: (await group(client, day, insutype)).id, pageSize: 500 },
    })
    return { ...page, head: head! }
  }

  const plain = async (client: Client, day: Day) =>
    (
      await client.ok(reconciliation.dayPaged, {
        ...{ from: day.date, to: day.date, storeId: await storeIdOf(day), insutype: '310' },
      })
    ).items[0]!

  /** Stands between the server and its centre for one transaction. */
  const onMessages = (day: Day, infno: string, handle: (args: Args, send: Send) => Promise<unknown>) => {
    vi.restoreAllMocks()
    const { centre } = day.deps.services
    const real = centre.of.bind(centre)
    vi.spyOn(centre, 'of').mockImplementation((areaCode) => {
      const speaks = real(areaCode)
      const run = (operation: { infno: string }, args: Args, ...rest: unknown[]) => {
        const send = (given: Args) => Reflect.apply(speaks.run, speaks, [operation, given, ...rest]) as Promise<unknown>
        return operation.infno === infno ? handle(args, send) : send(args)
      }
      return Object.assign(Object.create(speaks), { run })
    })
  }

  const drift = (fen: number) => bench.centre.fault({ fault: 'amountDrift', fen, where: 'book', infno: '2102' })
  return { bench, set, admin, ended, storeIdOf, total, groups, group, pull, rows, plain, onMessages, drift }
}
