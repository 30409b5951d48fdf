import { and, eq, inArray } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { Refusal } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { addDepartments, departmentsAtOnce } from '../../centre/operations/department.ts'
import { lease } from '../../database/claims.ts'
import { isFree } from '../../database/held.ts'
import type { StoreRow } from '../organisation/store.ts'
import {
  asBefore,
  askDepartments,
  keepUploaded,
  type Mine,
  mark,
  send,
  stillOnItsWay,
  uploadOne,
} from './department-centre.ts'
import { claimed } from './department-claim.ts'
import type { Department } from './department-rows.ts'
import { eachShop } from './each-shop.ts'
import { department } from './tables.ts'

const ofShop = ({ db }: Context, { id }: StoreRow): Promise<Department[]> =>
  db.select().from(department).where(eq(department.storeId, id)).orderBy(department.code)

const waiting = ['draft', 'changed', 'refused', 'unknown'] as const

/** Those one by one that a batch cannot carry; gives what the centre said of the ones it did not take. */
const uploadAlone = async (c: Context, shop: StoreRow, some: readonly Department[]): Promise<string[]> => {
  const failed: string[] = []
  for (const one of some)
    try {
      await uploadOne(c, shop, one)
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault
      // Somebody else has told it meanwhile.
      if (fault.key === 'department.uploaded') continue
      failed.push(`${one.code} ${fault.message}`)
    }
  return failed
}

/** 3401A of new ones; a batch that is not taken whole is sent one by one, so that one wrong row harms no other. */
const uploadNew = async (c: Context, shop: StoreRow, some: readonly Department[]): Promise<string[]> => {
  const failed: string[] = []
  for (let from = 0; from < some.length; from += departmentsAtOnce) {
    const batch = some.slice(from, from + departmentsAtOnce)
    const ids = batch.map(({ id }) => id)
    const { sent, lost } = await claimed(c.deps, ids, (mine, renew) =>
      sendNew(c, shop, { some: mine.filter(isFresh), renew }),
    )
    failed.push(...lost.map(({ code }) => `${code} 医保中心没有答复，结果未知`))
    // What was refused, and what somebody else was telling meanwhile.
    const rest = batch.filter(({ id }) => !sent.includes(id))
    failed.push(...(await uploadAlone(c, shop, rest)))
  }
  return failed
}

/** One message for all; `sent` are those whose fate needs no second one, `lost` those of them it is unknown of. */
const sendNew = async (c: Context, shop: StoreRow, mine: Mine) => {
  const { some } = mine
  if (!some.length) return { sent: [], lost: [] }
  const args = some.map((one) => ({ ...one, areaCode: shop.areaCode }))
  const answer = await send(c, shop, mine, { operation: addDepartments, args }).catch((fault) => {
    // One of them is somebody else's by now: each of the others is told alone.
    if (fault instanceof Refusal && fault.key === 'department.busy') return undefined
    throw fault
  })
  if (!answer) return { sent: [], lost: [] }
  if (answer.kind === 'booked') await keepUploaded(c, some)
  // None of a refused batch is there: each is told as the new one it is.
  if (answer.kind === 'refused') for (const one of some) await mark(c, one, asBefore(one))
  const sent = answer.kind === 'booked' || answer.kind === 'unknown' ? some.map(({ id }) => id) : []
  return { sent, lost: answer.kind === 'unknown' ? some : [] }
}

const uploadShop = async (c: Context, shop: StoreRow): Promise<string> => {
  const here = and(eq(department.storeId, shop.id), inArray(department.state, [...waiting]))
  const some: Department[] = await c.db.select().from(department).where(here).orderBy(department.code)
  if (!some.length) return '没有要上报的科室'
  const [fresh, others] = [some.filter(isFresh), some.filter((one) => !isFresh(one))]
  // One alone needs no batch.
  const failed = [
    ...(fresh.length > 1 ? await uploadNew(c, shop, fresh) : await uploadAlone(c, shop, fresh)),
    ...(await uploadAlone(c, shop, others)),
  ]
  if (failed.length) throw new Refusal('department.batch', { n: failed.length, text: failed.slice(0, 3).join('；') })
  return `已上报 ${some.length} 个科室`
}

const isFresh = ({ known, state }: Department) => !known && state !== 'unknown' && state !== 'uploaded'

/** Department/UploadAll */
export const uploadAll = ({ storeId }: { storeId?: string }, c: Context) =>
  eachShop(c, { storeId, title: '上报科室' }, (shop) => uploadShop(c, shop))

/** Writes what the centre's list says of one, unless somebody changes it or tells the centre of it meanwhile. */
const follow = async ({ db, deps }: Context, one: Department, set: Partial<Department>): Promise<void> => {
  const asRead = and(
    eq(department.id, one.id),
    eq(department.changedAt, one.changedAt),
    eq(department.state, one.state),
  )
  await db
    .update(department)
    .set(set)
    .where(and(asRead, isFree(deps, department.claimedUntil, lease)))
}

/** Ids of a store's departments of which nothing is on its way. */
const landedOf = async (c: Context, shop: StoreRow): Promise<ReadonlySet<string>> => {
  const landed = new Set<string>()
  for (const one of await ofShop(c, shop)) if ((await stillOnItsWay(c, shop, one)) === 0) landed.add(one.id)
  return landed
}

const syncShop = async (c: Context, shop: StoreRow): Promise<string> => {
  // Before the question leaves: what can still arrive then may do so behind its answer.
  const landed = await landedOf(c, shop)
  const told = await askDepartments(c, shop)
  const local = new Map((await ofShop(c, shop)).map((one) => [one.code, one]))
  const now = c.deps.clock()
  const count = { added: 0, kept: 0, gone: 0, flying: 0 }
  /** As it was before a message that may still arrive: the list says nothing of it. */
  const isFlying = (one: Department, listed: boolean) =>
    one.state === 'unknown' && one.known === listed && !landed.has(one.id)
  for (const { areaCode: _, ...theirs } of told) {
    const ours = local.get(theirs.code)
    local.delete(theirs.code)
    const fresh = { ...theirs, known: true, state: 'uploaded', message: '', changedAt: now } as const
    if (!ours) {
      const values = { id: newId(now), storeId: shop.id, ...fresh }
      // Somebody else may be asking for them too.
      await c.db.insert(department).values(values).onConflictDoNothing()
      count.added += 1
    } else if (isFlying(ours, true)) count.flying += 1
    else if (ours.state === 'uploaded' || ours.state === 'withdrawn') await follow(c, ours, fresh)
    else {
      // What was written here and not yet sent is not thrown away.
      await follow(c, ours, { known: true, state: 'changed' })
      count.kept += 1
    }
  }
  for (const one of local.values()) {
    if (!one.known && one.state !== 'unknown') continue
    if (isFlying(one, false)) {
      count.flying += 1
      continue
    }
    const written = one.state === 'changed' || one.state === 'refused' || one.state === 'unknown'
    await follow(c, one, { known: false, state: written ? 'draft' : 'withdrawn' })
    count.gone += 1
  }
  const { added, kept, gone, flying } = count
  const more = [
    kept && `${kept} 个有本地修改待上报`,
    gone && `${gone} 个中心已没有`,
    flying && `${flying} 个刚发出还没有结果，请过十几分钟再取`,
  ].filter(Boolean)
  return [`中心共 ${told.length} 个科室，新增 ${added} 个`, ...more].join('，')
}

/** Department/Sync: 5101 beside ours. */
export const syncDepartments = ({ storeId }: { storeId?: string }, c: Context) =>
  eachShop(c, { storeId, title: '从中心取科室' }, (shop) => syncShop(c, shop))
