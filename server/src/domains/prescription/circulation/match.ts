import { scaled, trimZeros, unscaled } from '@yibao/shared/money.ts'
import { and, eq, inArray, or } from 'drizzle-orm'
import type { RxDrug } from '../../../centre/operations/prescription.ts'
import type { Database } from '../../../database/open.ts'
import { type Seller, soldBy } from '../../catalogue/items.ts'
import { item } from '../../catalogue/tables.ts'
import type { RxLine } from '../tables.ts'

type Item = Pick<typeof item.$inferSelect, 'ownCode' | 'nationalCode' | 'name' | 'spec' | 'unit'>
type Wanted = Pick<RxDrug, 'quantity' | 'unit'>

/** 4 decimals as people write them. */
const plain = (quantity: bigint): string => trimZeros(unscaled(quantity, 4))

const bare = (text: string) => text.replace(/\s/g, '').toLowerCase()

/** What a pack holds by its spec, `0.25g*24粒` = 24 粒; undefined where the spec does not say it. */
const packOf = (spec: string): { size: bigint; unit: string } | undefined => {
  const found = /[*×xX](\d+(?:\.\d{1,4})?)\s*(\p{Script=Han}+)(?:\/\p{Script=Han}+)?$/u.exec(spec.trim())
  const size = found && scaled(found[1]!, 4)
  return size ? { size, unit: found[2]! } : undefined
}

/**
 * How many of a product a prescription allows, in the shop's unit: as many as prescribed where both count alike, else whole
 * packs of what a pack holds. Undefined where that cannot be told, as where no unit is said (24 may be 粒), or is not even
 * one pack: a person decides (domain.md 7.7).
 */
export const limitFor = ({ quantity, unit }: Wanted, { spec, unit: own }: Pick<Item, 'spec' | 'unit'>) => {
  if (!unit) return undefined
  if (unit === own) return plain(quantity)
  const pack = packOf(spec)
  if (pack?.unit !== unit) return undefined
  const packs = quantity / pack.size
  return packs > 0n ? String(packs) : undefined
}

/** The goods that a drug can only mean: of its national code, else of its name and spec. */
const meant = (drug: RxDrug, goods: readonly Item[]): { item: Item; limit: string } | undefined => {
  const same = (one: Item) => one.name === drug.name && bare(one.spec) === bare(drug.spec)
  const coded = goods.filter(({ nationalCode }) => nationalCode !== '' && nationalCode === drug.nationalCode)
  const named = goods.filter(same)
  // A company may sell one code under several of its own: then name and spec have to tell them apart.
  const found = coded.length === 1 ? coded : coded.length ? coded.filter(same) : named
  const [only, another] = found
  const limit = only && !another ? limitFor(drug, only) : undefined
  return only && limit ? { item: only, limit } : undefined
}

/** A downloaded prescription's lines with the shop's goods that they can only mean; the others wait for a person. */
export const matchDrugs = async (db: Database, shop: Seller, drugs: readonly RxDrug[]): Promise<RxLine[]> => {
  const names = [...new Set(drugs.map(({ name }) => name))]
  const codes = [...new Set(drugs.flatMap(({ nationalCode }) => nationalCode || []))]
  const goods = await db
    .select()
    .from(item)
    .where(
      and(
        soldBy(shop),
        eq(item.stopped, false),
        or(inArray(item.name, names), codes.length ? inArray(item.nationalCode, codes) : undefined),
      ),
    )
  return drugs.map((drug) => {
    const found = meant(drug, goods)
    const quantity = plain(drug.quantity)
    return {
      ...{ name: drug.name, spec: drug.spec, quantity, unit: drug.unit, usage: drug.usage },
      dosage: drug.dosage,
      ...{ nationalCode: drug.nationalCode, ownCode: found?.item.ownCode ?? '', limit: found?.limit ?? quantity },
    }
  })
}
