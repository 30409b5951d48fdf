import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import type { Answer } from '../../centre/client.ts'
import { unmatchItem } from '../../centre/operations/mapping.ts'
import type { Database } from '../../database/open.ts'
import { runAsSystem } from '../attendance/ask.ts'
import type { StoreRow } from '../organisation/store.ts'
import { heldByCentre } from './held.ts'
import { soldBy } from './items.ts'
import { item, itemMapping, itemMappingFormer } from './tables.ts'

// 3302 names item, list type and national code: a centre keeps each code that an item was ever mapped to until it is told
// otherwise, and goods that stand there under two codes are what an inspector takes for one sold as another.

/** Waiting for an answer of the centre, ms. */
const timeoutMs = 60_000

type NotBooked = Exclude<Answer<true>, { kind: 'booked' }>

interface Which {
  ownCode: string
  nationalCode: string
  listType: string
}

const columns = {
  storeId: itemMapping.storeId,
  ownCode: itemMapping.ownCode,
  nationalCode: itemMapping.nationalCode,
  listType: itemMapping.listType,
}

/** Keeps what the centre holds of an item beside the code that follows now. To be called before that is written. */
export const noteFormer = async (
  db: Database,
  { id }: Pick<StoreRow, 'id'>,
  { ownCode, nationalCode, listType }: Which,
): Promise<void> => {
  const held = db
    .select(columns)
    .from(itemMapping)
    .where(
      and(
        ...[eq(itemMapping.storeId, id), eq(itemMapping.ownCode, ownCode)],
        eq(itemMapping.state, 'sent'),
        or(ne(itemMapping.nationalCode, nationalCode), ne(itemMapping.listType, listType)),
      ),
    )
    // Who writes the row at this moment is waited for: it is what he leaves there that is followed.
    .for('update')
  await db.insert(itemMappingFormer).select(held).onConflictDoNothing()
}

/** As `noteFormer`, of all goods of a store that the company bills by another code meanwhile. */
export const noteFormerGoods = async (
  db: Database,
  shop: Pick<StoreRow, 'id' | 'companyId' | 'areaCode'>,
): Promise<void> => {
  const held = db
    .select(columns)
    .from(itemMapping)
    .innerJoin(item, and(soldBy(shop), eq(item.ownCode, itemMapping.ownCode)))
    .where(
      and(
        ...[eq(itemMapping.storeId, shop.id), eq(itemMapping.state, 'sent')],
        or(ne(item.nationalCode, itemMapping.nationalCode), ne(item.listType, itemMapping.listType)),
        ...[ne(item.nationalCode, ''), eq(item.stopped, false)],
      ),
    )
  await db.insert(itemMappingFormer).select(held).onConflictDoNothing()
}

const isFormer = (storeId: string, { ownCode, nationalCode, listType }: Which) =>
  and(
    ...[eq(itemMappingFormer.storeId, storeId), eq(itemMappingFormer.ownCode, ownCode)],
    ...[eq(itemMappingFormer.nationalCode, nationalCode), eq(itemMappingFormer.listType, listType)],
  )

/**
 * 3302 of a mapping. undefined: the centre holds it no longer, also where it refuses because it had none such (a message
 * whose answer was lost); else why it may hold it still. Nothing of ours is written.
 */
export const unmatch = async (deps: Deps, shop: StoreRow, which: Which): Promise<NotBooked | undefined> => {
  const answer = await runAsSystem(deps, shop, unmatchItem, which, { timeoutMs })
  if (answer.kind === 'booked') return undefined
  const gone = answer.kind === 'refused' && (await heldByCentre(deps, shop, which)) === false
  return gone ? undefined : answer
}

/** Strikes mappings off: the centre holds them no longer, or they are the ones that count again. */
export const forgetFormer = async (db: Database, storeId: string, which: Which): Promise<void> => {
  await db.delete(itemMappingFormer).where(isFormer(storeId, which))
}

/** Whether another mapping stands in its place; one that is what the goods have now is struck off. */
const isStillFormer = async (db: Database, storeId: string, which: Which): Promise<boolean> => {
  const [found] = await db
    .select({ code: itemMapping.nationalCode, type: itemMapping.listType, state: itemMapping.state })
    .from(itemMappingFormer)
    .leftJoin(
      itemMapping,
      and(eq(itemMapping.storeId, itemMappingFormer.storeId), eq(itemMapping.ownCode, itemMappingFormer.ownCode)),
    )
    .where(isFormer(storeId, which))
  if (!found) return false
  const stands = found.code === which.nationalCode && found.type === which.listType
  if (stands) await forgetFormer(db, storeId, which)
  return !stands && (found.state === null || found.state === 'sent')
}

/**
 * 3302 of what a store's goods were mapped to before the code that its centre has now: behind the new one, so that they are
 * never without. What the centre does not take back stays for the next report; the text says of it, for people. Its
 * silence ends it. `ownCodes`: of these only, where a person waits for it; `step` is told behind each.
 */
export const withdrawFormer = async (
  deps: Deps,
  shop: StoreRow,
  { ownCodes, step }: { ownCodes?: readonly string[]; step?: () => Promise<void> },
): Promise<string> => {
  const former = await deps.db
    .select({
      ownCode: itemMappingFormer.ownCode,
      nationalCode: itemMappingFormer.nationalCode,
      listType: itemMappingFormer.listType,
    })
    .from(itemMappingFormer)
    .leftJoin(
      itemMapping,
      and(eq(itemMapping.storeId, itemMappingFormer.storeId), eq(itemMapping.ownCode, itemMappingFormer.ownCode)),
    )
    .where(
      and(
        eq(itemMappingFormer.storeId, shop.id),
        ownCodes ? inArray(itemMappingFormer.ownCode, [...ownCodes, '']) : undefined,
        // While the code that follows waits, or was refused, the goods live by the former one.
        or(isNull(itemMapping.state), eq(itemMapping.state, 'sent')),
      ),
    )
    .orderBy(itemMappingFormer.ownCode, itemMappingFormer.nationalCode, itemMappingFormer.listType)
  const left: string[] = []
  for (const which of former) {
    // Minutes may have passed: somebody may have gone back to it.
    if (!(await isStillFormer(deps.db, shop.id, which))) continue
    const why = await unmatch(deps, shop, which)
    if (!why) await forgetFormer(deps.db, shop.id, which)
    else
      left.push(
        `${which.ownCode} 原来的 ${which.nationalCode}（${why.kind === 'refused' ? why.message : '医保中心没有答复'}）`,
      )
    await step?.()
    if (why && why.kind !== 'refused') break
  }
  if (!left.length) return ''
  return `原对照没有撤销：${left.slice(0, 3).join('；')}${left.length > 3 ? ` 等 ${left.length} 条` : ''}，下次上报时再撤`
}
