import type { InputOf } from '@yibao/shared/call.ts'
import type { catalogueMenu } from '@yibao/shared/calls/catalogue-menu.ts'
import { omit } from '@yibao/shared/omit.ts'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { wholeAreaOf } from '../auth/whole-area.ts'
import { findEntry } from './detail.ts'
import { cellMark, entryOf } from './entries.ts'
import { catalogueEntry } from './entry-tables.ts'
import { type ItemRow, wireItem } from './rows.ts'

type Form = Omit<InputOf<typeof catalogueMenu.addCatalogue>, 'medicalAreaCode' | 'kind'> & { kind: string }

const localEntry = (c: Context, areaCode: string, { kind, ...form }: Form) => {
  const { edition } = c.services.centre.of(areaCode).profile
  const origin = { areaCode, edition, kind, version: '', valid: true, source: 'local', line: cellMark } as const
  const texts = form as Record<string, string | undefined>
  return entryOf(origin, (name) => texts[name] ?? '')
}

const shownEntry = async (c: Context, areaCode: string, id: string): Promise<ItemRow> => {
  return wireItem(omit(await findEntry(c, areaCode, id), 'line', 'here'))
}

/** An entry that the area made itself; refuses one of the centre. */
const ownEntry = async (c: Context, areaCode: string, id: string) => {
  const found = await findEntry(c, areaCode, id)
  return found.source === 'local' ? found : refuse('catalogue.local')
}

/** Catalogue/AddCatalogue: a row of the area's own, until the centre sends one with its code. */
export const addLocal = async (
  { medicalAreaCode, ...form }: InputOf<typeof catalogueMenu.addCatalogue>,
  c: Context,
): Promise<ItemRow> => {
  const areaCode = await wholeAreaOf(c, medicalAreaCode)
  const same = and(eq(catalogueEntry.areaCode, areaCode), eq(catalogueEntry.code, form.code))
  const [known] = await c.db.select({ code: catalogueEntry.code }).from(catalogueEntry).where(same).limit(1)
  const taken = () => refuse('catalogue.taken', { code: form.code }, { fields: { code: `编码 ${form.code} 已存在` } })
  if (known) taken()
  const [added] = await c.db
    .insert(catalogueEntry)
    .values(localEntry(c, areaCode, form))
    .onConflictDoNothing()
    .returning({ code: catalogueEntry.code })
  if (!added) taken()
  const row = await shownEntry(c, areaCode, `${form.kind}:${form.code}`)
  c.on(`${row.code} ${row.name}`)
  c.keep({ after: row })
  return row
}

/** Catalogue/UpdateCatalogue, of a row of the area's own. */
export const updateLocal = async (
  { medicalAreaCode, id, ...form }: InputOf<typeof catalogueMenu.updateCatalogue>,
  c: Context,
): Promise<ItemRow> => {
  const areaCode = await wholeAreaOf(c, medicalAreaCode)
  const before = await ownEntry(c, areaCode, id)
  const entry = localEntry(c, areaCode, { ...form, kind: before.kind, code: before.code })
  await c.db
    .update(catalogueEntry)
    .set(entry)
    .where(and(before.here, eq(catalogueEntry.source, 'local')))
  const row = await shownEntry(c, areaCode, id)
  c.on(`${row.code} ${row.name}`)
  c.keep({ before: wireItem(omit(before, 'line', 'here')), after: row })
  return row
}

/** Catalogue/delCatalogue, of a row of the area's own to which no item is mapped. */
export const removeLocal = async (
  { medicalAreaCode, id }: InputOf<typeof catalogueMenu.delCatalogue>,
  c: Context,
): Promise<null> => {
  const { line: _, here, ...raw } = await ownEntry(c, await wholeAreaOf(c, medicalAreaCode), id)
  const row = wireItem(raw)
  if (row.mapped) refuse('catalogue.mapped', { code: row.code, items: row.mapped })
  await c.db.delete(catalogueEntry).where(and(here, eq(catalogueEntry.source, 'local')))
  c.on(`${raw.code} ${raw.name}`)
  c.keep({ before: row })
  return null
}
