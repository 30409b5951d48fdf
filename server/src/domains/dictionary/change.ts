import { and, eq, sql } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { lockNames } from '../../database/locks.ts'
import type { Database } from '../../database/open.ts'
import { areaOf } from '../auth/area-of.ts'
import { wholeAreaOf } from '../auth/whole-area.ts'
import { type Item, itemsOf } from './items.ts'
import { tellDictionary } from './live.ts'
import { type DictionaryRow, wireItem } from './rows.ts'
import { dictionaryAreaItem } from './tables.ts'

/** What people may write over the layers below. */
interface Overrides {
  label?: string | null
  parent?: string | null
  sort?: number | null
  enabled?: boolean | null
  isDefault?: boolean | null
  validFrom?: string | null
  validTo?: string | null
}

interface Asked {
  id: string
  medicalAreaCode?: string
}

/** An area's item by its id; refuses one that is not there. */
export const findItem = async (
  c: Context,
  { id, medicalAreaCode }: Asked,
): Promise<{ item: Item; areaCode: string }> => {
  const areaCode = await areaOf(c, medicalAreaCode)
  const [item] = await itemsOf(c.db, { areaCode }, sql`item.id = ${id}`)
  return item ? { item, areaCode } : refuse('not.found', { what: '字典项' })
}

/** An item without what people changed; undefined for one that is the area's own. */
export const belowOf = async ({ db }: Pick<Context, 'db'>, areaCode: string, { id, codeType }: Item) =>
  (await itemsOf(db, { areaCode, codeTypes: [codeType], local: false }, sql`item.id = ${id}`))[0]

/** How the audit names an item: its type, code and label. */
export const targetOf = ({ codeType, code, label }: Item): string => `${codeType} ${code} ${label}`

/** Only what differs from the layer below is kept: what the centre changes later shows wherever nobody changed it here. */
export const unless = <T>(below: T, value: T): T | null => (value === below ? null : value)

interface Written {
  label: string
  parent: string
  sort: number
  validFrom: string
  validTo: string
  enabled?: boolean
}

/** An item as a person wrote it, as values over the layer below; an empty text takes away what is there. */
export const ownValues = (below: Item | undefined, written: Written): Overrides => ({
  label: unless(below?.label, written.label) ?? null,
  parent: unless(below?.parent ?? '', written.parent),
  sort: unless(below?.sort, written.sort) ?? null,
  validFrom: unless(below?.validFrom ?? '', written.validFrom),
  validTo: unless(below?.validTo ?? '', written.validTo),
  ...(written.enabled === undefined ? {} : { enabled: unless(below?.enabled, written.enabled) ?? null }),
})

/** What is wrong with a period in which nothing would be valid. */
export const periodText = ({ validFrom, validTo }: { validFrom?: string; validTo?: string }): string | undefined =>
  validFrom && validTo && validTo < validFrom ? '有效期止早于有效期起' : undefined

const here = (areaCode: string, { codeType, code }: Pick<Item, 'codeType' | 'code'>) =>
  and(
    eq(dictionaryAreaItem.areaCode, areaCode),
    eq(dictionaryAreaItem.source, 'local'),
    eq(dictionaryAreaItem.codeType, codeType),
    eq(dictionaryAreaItem.code, code),
  )

type Writing = Pick<Context, 'db' | 'me' | 'now'>

/** Writes an area's own values of an item over what is below; undefined ones stay as they are. */
export const override = async (
  { db, me, now }: Writing,
  areaCode: string,
  { codeType, code }: Pick<Item, 'codeType' | 'code'>,
  values: Overrides,
): Promise<void> => {
  const stamp = { updatedBy: me.userName, updatedAt: now }
  await db
    .insert(dictionaryAreaItem)
    .values({ areaCode, source: 'local', codeType, code, ...values, ...stamp })
    .onConflictDoUpdate({
      target: [
        dictionaryAreaItem.areaCode,
        dictionaryAreaItem.source,
        dictionaryAreaItem.codeType,
        dictionaryAreaItem.code,
      ],
      set: { ...values, ...stamp },
    })
}

/** Who writes what an area's items of a type say together, its rows of 1901 too, does so one after the other. */
export const lockType = (tx: Database, areaCode: string, codeType: string) =>
  lockNames(tx, [`dictionary ${areaCode} ${codeType}`])

/** Takes an area's own row away. */
export const dropOverride = ({ db }: Pick<Context, 'db'>, areaCode: string, item: Item) =>
  db.delete(dictionaryAreaItem).where(here(areaCode, item))

/** Changes one item of an area and answers it as it is then; both go into the operation log. */
export const changeItem = async (
  c: Context,
  asked: Asked,
  values: (item: Item, areaCode: string, tx: Writing) => Promise<Overrides>,
): Promise<DictionaryRow> => {
  await wholeAreaOf(c, asked.medicalAreaCode)
  const { item, areaCode } = await findItem(c, asked)
  await c.db.transaction(async (db) => {
    const { me, now } = c
    await lockType(db, areaCode, item.codeType)
    await override({ db, me, now }, areaCode, item, await values(item, areaCode, { db, me, now }))
  })
  tellDictionary(c.deps, areaCode)
  const after = (await findItem(c, asked)).item
  c.on(targetOf(item))
  c.keep({ before: wireItem(item, areaCode), after: wireItem(after, areaCode) })
  return wireItem(after, areaCode)
}
