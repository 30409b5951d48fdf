import { formatDay } from '@yibao/shared/time.ts'
import { eq } from 'drizzle-orm'
import { sha256hex } from '../../../base/hash.ts'
import type { Deps } from '../../../call/context.ts'
import { lockNames } from '../../../database/locks.ts'
import type { StoreRow } from '../../organisation/store.ts'
import type { Seller } from '../items.ts'
import { suggestFor } from '../suggest.ts'
import { type Candidate, type DiffType, menuDiff, menuDiffRun } from '../tables.ts'
import { type Fact, factsOf } from './facts.ts'
import { type Difference, judge, seeks } from './judge.ts'

type Row = typeof menuDiff.$inferInsert

/** The same difference of the same item keeps its number, and with it what a person decided. */
const idOf = (storeId: string, ownCode: string, type: DiffType): string =>
  sha256hex(`${storeId}|${ownCode}|${type}`).slice(0, 32)

/** Suggestions for a company's items in an area are looked for once, however many of its stores are compared. */
export const suggestions = (deps: Deps) => {
  const known = new Map<string, Map<string, Candidate[]>>()
  return async ({ companyId, areaCode }: Seller, facts: readonly Fact[]): Promise<Map<string, Candidate[]>> => {
    const today = formatDay(deps.clock())
    const wanted = facts.filter((fact) => seeks(fact, today)).map(({ item }) => item)
    const found = known.get(`${companyId} ${areaCode}`) ?? new Map<string, Candidate[]>()
    known.set(`${companyId} ${areaCode}`, found)
    const missing = wanted.filter(({ ownCode }) => !found.has(ownCode))
    for (const [ownCode, candidates] of await suggestFor(deps.db, areaCode, missing, today))
      found.set(ownCode, candidates)
    return found
  }
}

const sumsOf = (facts: readonly Fact[], differences: readonly Difference[]) => {
  const count = (type: DiffType) => differences.filter((one) => one.type === type).length
  const [unmapped, mappable, invalid] = [count('unmapped'), count('mappable'), count('invalid')]
  return {
    ...{ items: facts.length, mapped: facts.length - unmapped - mappable - invalid, unmapped, mappable, invalid },
    ...{ differing: count('differs'), overCap: count('overCap'), rxUnmarked: count('rxUnmarked') },
  }
}

/**
 * Compares a store's items with the catalogue and writes what differs; what a person ignored stays ignored while it is
 * the same.
 */
export const compareStore = async (
  deps: Deps,
  shop: StoreRow,
  suggest: ReturnType<typeof suggestions>,
): Promise<number> => {
  const now = deps.clock()
  const facts = await factsOf(deps, shop)
  const candidates = await suggest(shop, facts)
  const today = formatDay(now)
  const found = facts.flatMap((fact) =>
    judge(fact, candidates.get(fact.item.ownCode) ?? [], today).map((difference) => ({ fact, difference })),
  )
  await deps.db.transaction(async (tx) => {
    await lockNames(tx, [`menu-diff ${shop.id}`])
    const before = await tx.select().from(menuDiff).where(eq(menuDiff.storeId, shop.id))
    const known = new Map(before.map((row) => [row.id, row]))
    const rows = found.map(({ fact: { item, cap }, difference }): Row => {
      const id = idOf(shop.id, item.ownCode, difference.type)
      const last = known.get(id)
      const same = last?.nationalCode === difference.nationalCode ? last : undefined
      const { entry } = difference
      return {
        ...{ id, storeId: shop.id, areaCode: shop.areaCode, ownCode: item.ownCode, type: difference.type },
        ...{ nationalCode: difference.nationalCode, candidates: difference.candidates, cap: cap ?? null },
        entry: entry && {
          code: entry.code,
          name: entry.name,
          spec: entry.pack || entry.spec,
          producer: entry.producer,
        },
        ...{ similarity: difference.similarity, note: difference.note, foundAt: same?.foundAt ?? now },
        ...{ state: same?.state ?? 'open', handledBy: same?.handledBy ?? '', handledAt: same?.handledAt ?? null },
      }
    })
    await tx.delete(menuDiff).where(eq(menuDiff.storeId, shop.id))
    for (let from = 0; from < rows.length; from += 1000) await tx.insert(menuDiff).values(rows.slice(from, from + 1000))
    const sums = {
      ...sumsOf(
        facts,
        found.map(({ difference }) => difference),
      ),
      at: now,
    }
    await tx
      .insert(menuDiffRun)
      .values({ storeId: shop.id, ...sums })
      .onConflictDoUpdate({ target: menuDiffRun.storeId, set: sums })
  })
  return found.length
}
