import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { yuan } from '@yibao/shared/money.ts'
import { sql } from 'drizzle-orm'
import { migrate } from '../../../../database/migrate.ts'
import { openDatabase } from '../../../../database/open.ts'
import { seed } from '../../../../seed/index.ts'
import { newPostgres, usual } from '../../../../test/postgres.ts'
import { area } from '../../../organisation/tables.ts'
import { makeVisitReady } from '../../../visit/test/ready.ts'
import { type KillableCentre, startCentreProcess } from '../centre.ts'
import { type ServerProcess, startServerProcess } from '../process.ts'
import { type Books, compareBooks, daysSince, ordersOf, type Reconciled, reconcile } from './books.ts'
import { killAt, planOf, random } from './plan.ts'
import { type Registrations, registrationsOf } from './registrations.ts'
import { type Store, Till } from './till.ts'
import { Waves } from './waves.ts'

// Purchases under a seeded storm of kills and message faults, through real processes. Afterwards the two books are laid
// side by side, and the product reconciles them by 3201 and 3202 as it does every night.

interface StormOptions {
  purchases: number
  /** How many of them are under way when the server or the centre is killed; the rest meet faults of messages. */
  kills: number
  /** Purchases under one kill. */
  killSize: number
  seed: number
  stores: Store[]
  /** Everything is sold in registered visits: 2207 and 2208 where it is 2102 and 2103 else. */
  visits?: boolean
  say?: (text: string) => void
}

interface StoreResult extends Books, Reconciled {
  store: string
  /** Orders by the status a clerk reads at the end. */
  statuses: Record<string, number>
  /** Orders still open at the end, none of them waiting for anything but a person. */
  open: number
  /** What stands of registered visits, with how many 2201 the storm let be done and not answered. */
  registrations: Registrations & { unanswered: number }
}

interface StormResult {
  stores: StoreResult[]
  strikes: number
  /** Seconds until the last purchase, and with recovery and both runs of the reconciliation. */
  selling: number
  seconds: number
}

/** ms the server waits for an answer to 2102 and 2103 in the storm. */
const settleWait = 3000

/**
 * A seeded database whose areas wait two seconds, not ten minutes, before 'not found' counts: longer than any fault
 * delays. Where it can be a PostgreSQL, counters really come between each other's statements. Answers its address.
 */
const prepare = async (dataDir: string, visits: boolean): Promise<string | undefined> => {
  const databaseUrl = usual === 'postgres' ? await newPostgres() : undefined
  const database = await openDatabase({ dataDir, databaseUrl })
  await migrate(database)
  await seed(database.db)
  const settings = JSON.stringify({
    inFlightMax: 2000,
    authorizeReversal: false,
    authorizeUndo: false,
    traceCodeRequired: false,
  })
  await database.db.update(area).set({ settings: sql`${area.settings} || ${settings}::jsonb` })
  if (visits) await makeVisitReady(database.db, ['41'])
  await database.close()
  return databaseUrl
}

const resultOf = async (
  till: Till,
  late: ReadonlySet<string>,
  { begin, unanswered }: { begin: number; unanswered: number },
): Promise<StoreResult> => {
  await till.calm()
  const first = await compareBooks(till, late)
  const reconciled = await reconcile(till, daysSince(begin))
  // What was booked late is only now known to us: from here on no difference is excused but what is listed.
  const last = await compareBooks(till, new Set())
  const both = (name: keyof Books) => [...new Set([...first[name], ...last[name]])]
  const statuses: Record<string, number> = {}
  for (const { status } of await ordersOf(till)) statuses[status] = (statuses[status] ?? 0) + 1
  return {
    store: till.store.fixmedinsCode,
    statuses,
    open: statuses['4'] ?? 0,
    registrations: { ...(await registrationsOf(till)), unanswered },
    ...{ onlyCentre: both('onlyCentre'), onlyOurs: both('onlyOurs') },
    ...{ doubled: both('doubled'), differing: both('differing') },
    ...reconciled,
  }
}

const play = async (options: StormOptions, server: ServerProcess, centre: KillableCentre): Promise<StormResult> => {
  const { stores, purchases, kills, killSize, say = () => {} } = options
  const begin = Date.now()
  const next = random(options.seed)
  const tills = stores.map((store) => new Till(store, () => server.url, centre))
  await Promise.all(tills.map((till) => till.open()))
  const waves = new Waves({ tills, server, centre, next, visits: options.visits ?? false })
  const strikes = Math.ceil(kills / killSize)
  const late = new Set<string>()
  let struck = 0
  while (waves.sold < purchases) {
    // The kills are spread evenly over the whole storm.
    if (struck < strikes && waves.sold >= (purchases / strikes) * struck) {
      await waves.underKill(killAt(struck++), Math.min(killSize, purchases - waves.sold))
    } else {
      const plans = Array.from({ length: Math.min(waves.size, purchases - waves.sold) }, () => planOf(next, settleWait))
      for (const [i, plan] of plans.entries()) if (plan.late) late.add(yuan(waves.sold + i + 1))
      await waves.underFaults(plans)
    }
    say(`${waves.sold} 笔，${Math.round((Date.now() - begin) / 1000)} 秒`)
  }
  await centre.clearFaults()
  const selling = (Date.now() - begin) / 1000
  const results = await Promise.all(
    tills.map((till) => resultOf(till, late, { begin, unanswered: waves.unanswered.get(till) ?? 0 })),
  )
  return { stores: results, strikes: struck, selling, seconds: (Date.now() - begin) / 1000 }
}

/** Plays the storm, lays the books side by side and reconciles them. */
export const playStorm = async (options: StormOptions): Promise<StormResult> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-storm-'))
  const databaseUrl = await prepare(dataDir, options.visits ?? false)
  const centre = await startCentreProcess()
  const server = await startServerProcess({
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
    CENTRE_URL: centre.url,
    SETTLE_WAIT: String(settleWait),
    LEASE: '1500',
    RECOVERY_EVERY: '100',
  })
  try {
    return await play(options, server, centre)
  } finally {
    await server.kill()
    await centre.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
