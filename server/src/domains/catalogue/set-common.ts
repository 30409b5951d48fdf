import type { InputOf } from '@yibao/shared/call.ts'
import type { disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { and, eq, inArray, or } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { wholeAreaOf } from '../auth/whole-area.ts'
import { catalogueEntry } from './entry-tables.ts'
import { kindsOf, partsOfId } from './find.ts'
import { commonDisease } from './tables.ts'

/** Disease/SetCommon: puts diseases of an area among the common ones, or takes them out. Refuses an unknown one. */
export const setCommon = async (
  { ids, common, medicalAreaCode }: InputOf<typeof disease.setCommon>,
  c: Context,
): Promise<null> => {
  const areaCode = await wholeAreaOf(c, medicalAreaCode)
  const wanted = ids.map(partsOfId)
  const { kind, code, name } = catalogueEntry
  const found = await c.db
    .select({ kind, code, name })
    .from(catalogueEntry)
    .where(
      and(
        eq(catalogueEntry.areaCode, areaCode),
        inArray(kind, kindsOf('disease')),
        or(...wanted.map((one) => and(eq(kind, one.kind), eq(code, one.code)))),
      ),
    )
  if (!found.length || found.length < new Set(ids).size) return refuse('not.found', { what: '这个病种' })
  c.on(found.map((one) => `${one.code} ${one.name}`).join('、'))
  if (common) {
    const rows = found.map((one) => ({ areaCode, kind: one.kind, code: one.code, by: c.me.name, at: c.now }))
    await c.db.insert(commonDisease).values(rows).onConflictDoNothing()
    return null
  }
  const these = found.map((one) => and(eq(commonDisease.kind, one.kind), eq(commonDisease.code, one.code)))
  await c.db.delete(commonDisease).where(and(eq(commonDisease.areaCode, areaCode), or(...these)))
  return null
}
