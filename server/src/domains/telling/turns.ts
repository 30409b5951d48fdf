import { and, asc, eq, isNotNull, lte, notInArray, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import { Refusal } from '../../base/refuse.ts'
import type { Deps } from '../../call/context.ts'
import { finishing } from '../attendance/working.ts'
import { systemLayer, withOverrides } from '../organisation/settings.ts'
import { area, store } from '../organisation/tables.ts'
import { layAside, tellsFrom } from './past.ts'
import type { Told } from './told.ts'

/** Rows of a store in a round: told one after the other, beside its settlements and not in front of them. */
const perStore = 20
/** Stores that one node tells of at the same time, and of one area while another's stores wait: its centre may take its time. */
const storesAtOnce = 4
const ofAnArea = 2
/** ms after which a store's turn begins no further message: others wait behind one whose centre takes its time. */
const turnMs = 60_000
/** ms that a store is left alone after its centre did not answer. */
const rest = 120_000
/** ms that an area is: shorter, so that the stores that made it rest are not again the first to be heard. */
const areaRest = rest / 2

/** Which stores' centres did not answer just now, and areas' whose centre answered none of several stores, until when, ms. */
export type Resting = Map<string, number>

/** Stores where somebody is signed in today, or that were closed some days ago, and whose area tells by itself: how long after a sale and since when, ms. */
const tellingStores = async (
  deps: Deps,
  resting: Resting,
): Promise<{ id: string; areaCode: string; delay: number; from: number }[]> => {
  const now = deps.clock().getTime()
  const rows = await deps.db
    .select({ id: store.id, areaCode: store.areaCode, system: systemLayer, area: area.settings, own: store.settings })
    .from(store)
    .innerJoin(area, eq(area.code, store.areaCode))
    .where(finishing(deps))
  const rests = (key: string) => (resting.get(key) ?? 0) > now
  return rows.flatMap(({ id, areaCode, system, area: ofArea, own }) => {
    const { saleUpload, saleUploadDelay } = withOverrides(system, ofArea, own)
    const from = tellsFrom(system, ofArea, own)
    return saleUpload && !rests(id) && !rests(areaCode) ? [{ id, areaCode, delay: saleUploadDelay, from }] : []
  })
}

/** Where rows to be told stand. */
export interface Queue {
  table: Parameters<typeof layAside>[1]['table'] & PgTable
  /** Which rows stay untold where their store did not tell by itself when they were written; all where it says nothing. */
  past?: SQL
  /** When a row came to be: it can be corrected for as long as its area has it. */
  since: AnyPgColumn
  /** Of those that are due at the same time. */
  order: SQL
}

/** The rows that are due in some stores since `from`, each store's oldest first: one probe of a small index for each store. */
export const dueQuery = (
  { table, since, order }: Queue,
  stores: readonly { id: string; delay: number; from?: number }[],
  now: Date,
): SQL => {
  const ids = stores.map(({ id }) => id)
  const froms = stores.map(({ from = 0 }) => new Date(from).toISOString())
  const until = stores.map(({ delay }) => new Date(now.getTime() - delay).toISOString())
  return sql`
    select due.id, asked.store_id as "storeId"
    from unnest(${sql.param(ids)}::text[], ${sql.param(until)}::timestamptz[], ${sql.param(froms)}::timestamptz[])
      as asked(store_id, until, since)
    cross join lateral (
      select ${table.id} as id from ${table}
      where ${table.storeId} = asked.store_id and ${table.nextAt} is not null
        and ${table.nextAt} between asked.since and ${now.toISOString()}::timestamptz and ${since} <= asked.until
      order by ${table.nextAt}, ${order} limit ${perStore}
    ) as due`
}

/** Rows that a node tells in a round of what few stores have any of. */
const perRound = 100

/**
 * The rows of a table that are due, the oldest first and few of them, of stores where somebody is signed in today or that were
 * closed some days ago, as far as `when` holds: what an area decides about (`tellQueue`) is not asked.
 */
export const dueRows = (
  deps: Deps,
  table: PgTable & Pick<Queue['table'], 'id' | 'storeId' | 'nextAt'>,
  resting: Resting,
  when?: SQL,
): Promise<{ id: string; storeId: string; areaCode: string }[]> => {
  const now = deps.clock()
  const rested = [...resting].flatMap(([key, until]) => (until > now.getTime() ? [key] : []))
  return deps.db
    .select({ id: sql<string>`${table.id}`, storeId: store.id, areaCode: store.areaCode })
    .from(table)
    .innerJoin(store, eq(store.id, table.storeId))
    .where(
      and(
        ...[isNotNull(table.nextAt), lte(table.nextAt, now), finishing(deps), when],
        ...(rested.length ? [notInArray(table.storeId, rested), notInArray(store.areaCode, rested)] : []),
      ),
    )
    .orderBy(asc(table.nextAt), asc(table.id))
    .limit(perRound)
}

/** Whether a centre was asked and said nothing, where what failed is the word that came before the message. */
const isSilence = (fault: unknown): boolean =>
  fault instanceof Refusal && fault.key === 'centre.down' && fault.extend?.notSent !== true

/** Of a claimed row that is due. Another node, or a person, may have it, or had it since it was looked for. */
export const isDue = ({ clock }: Deps, one: { nextAt: Date | null } | undefined): boolean =>
  one?.nextAt != null && one.nextAt <= clock()

/**
 * Tells what was found due, some stores at the same time; `tell` answers undefined of what is no longer due. A store's
 * turn ends with the first message that its centre does not answer, or when it has lasted; who did not answer is put
 * into `resting`. Where that happens to two stores of an area and its centre answers no other one, its other stores are
 * left as well: each would wait out the same silence, and other areas' stores behind them. Answers how many were told or tried.
 */
export const takeTurns = async (
  deps: Deps,
  due: readonly { id: string; storeId: string; areaCode: string }[],
  tell: (id: string) => Promise<Told | undefined>,
  report: (fault: unknown) => void,
  resting: Resting,
): Promise<number> => {
  const turns = new Map<string, { areaCode: string; ids: string[] }>()
  for (const { id, storeId, areaCode } of due) {
    const turn = turns.get(storeId)
    if (turn) turn.ids.push(id)
    else turns.set(storeId, { areaCode, ids: [id] })
  }
  const left = [...turns]
  const silent = new Map<string, number>()
  const answered = new Set<string>()
  const isSilent = (area: string) => !answered.has(area) && (silent.get(area) ?? 0) > 1
  let all = 0
  /** How it ended before its time: its centre did not answer (unknown), or the store could not speak with it (down). */
  const turn = async (area: string, ids: readonly string[]): Promise<'unknown' | 'down' | undefined> => {
    const until = deps.clock().getTime() + turnMs
    for (const id of ids) {
      if (deps.clock().getTime() >= until || deps.services.node.leaving) break
      const told = await tell(id).catch((fault: unknown): Told => {
        if (!(fault instanceof Refusal)) report(fault)
        // A sign-in that its centre did not answer is a silence like any other.
        return { kind: isSilence(fault) ? 'unknown' : 'down', text: '' }
      })
      if (told) all++
      if (told?.kind === 'unknown' || told?.kind === 'down') return told.kind
      if (told?.kind === 'done' || told?.kind === 'refused') answered.add(area)
    }
    return undefined
  }
  const under = new Map<string, number>()
  /** The next one whose area does not hold its part of the turns already; any, where nobody else waits. */
  const takeNext = () => {
    const place = left.findIndex(([, { areaCode }]) => (under.get(areaCode) ?? 0) < ofAnArea)
    return left.splice(Math.max(0, place), 1)[0]
  }
  const worker = async () => {
    for (let next = takeNext(); next; next = takeNext()) {
      const [storeId, { areaCode, ids }] = next
      if (isSilent(areaCode)) continue
      under.set(areaCode, (under.get(areaCode) ?? 0) + 1)
      const ended = await turn(areaCode, ids)
      under.set(areaCode, (under.get(areaCode) ?? 0) - 1)
      if (ended) resting.set(storeId, deps.clock().getTime() + rest)
      else resting.delete(storeId)
      if (ended === 'unknown') silent.set(areaCode, (silent.get(areaCode) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: storesAtOnce }, worker))
  for (const area of silent.keys()) if (isSilent(area)) resting.set(area, deps.clock().getTime() + areaRest)
  return all
}

/** Tells the centres what is due of a queue, in stores that tell by themselves. Answers how many were told or tried. */
export const tellQueue = async (
  deps: Deps,
  queue: Queue,
  tell: (id: string) => Promise<Told | undefined>,
  report: (fault: unknown) => void,
  resting: Resting,
): Promise<number> => {
  const stores = await tellingStores(deps, resting)
  if (!stores.length) return 0
  // Until what stays untold is laid aside nobody reads through it: what is unknown since then waits a little.
  const behind = await layAside(deps, { table: queue.table, when: queue.past }, stores)
  const asked = behind ? stores : stores.map((one) => ({ ...one, from: 0 }))
  const found = (await deps.db.execute(dueQuery(queue, asked, deps.clock()))) as unknown as {
    rows: { id: string; storeId: string }[]
  }
  const areas = new Map(stores.map(({ id, areaCode }) => [id, areaCode]))
  const due = found.rows.map((row) => ({ ...row, areaCode: areas.get(row.storeId) ?? '' }))
  return takeTurns(deps, due, tell, report, resting)
}
