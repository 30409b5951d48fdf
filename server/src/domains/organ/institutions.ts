import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { institution as calls } from '@yibao/shared/calls/organ.ts'
import { and, eq, inArray } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { queryInstitutions } from '../../centre/operations/institution.ts'
import { ask } from '../attendance/ask.ts'
import { areaOf } from '../auth/area-of.ts'
import { area, store } from '../organisation/tables.ts'

type Filters = InputOf<typeof calls.getMedicalInfos>
type InstitutionRow = ResultOf<typeof calls.getMedicalInfos>['items'][number]

/** The store that asks: the operator's own, else the first open one of the area that the asker sees. */
const senderOf = async (c: Context, areaCode: string) => {
  const own = c.ownStoreId
  const [found] = await c.db
    .select()
    .from(store)
    .where(
      and(
        eq(store.areaCode, areaCode),
        eq(store.closed, false),
        c.scope.where(store.id),
        own ? eq(store.id, own) : undefined,
      ),
    )
    .orderBy(store.id)
    .limit(1)
  return found ?? refuse('config.store')
}

/** 1201, with our stores of the same codes beside it. Without a name or a code nothing is asked. */
const findInstitutions = async (c: Context, f: Filters): Promise<InstitutionRow[]> => {
  const name = f.fixmedinsName?.trim()
  c.scope.take()
  if (!name && !f.fixmedinsCode) return []
  const areaCode = await areaOf(c, f.medicalAreaCode)
  const query = { type: f.fixmedinsType, name, code: f.fixmedinsCode }
  const rows = await ask(c.deps, await senderOf(c, areaCode), queryInstitutions, query)
  const codes = rows.map(({ code }) => code)
  const ours = await c.db
    .select({ id: store.id, name: store.name, code: store.fixmedinsCode })
    .from(store)
    .where(and(inArray(store.fixmedinsCode, [...codes, '']), c.scope.where(store.id)))
  const [place] = await c.db.select({ name: area.name }).from(area).where(eq(area.code, areaCode))
  return rows.map((one) => {
    const own = ours.find(({ code }) => code === one.code)
    return {
      ...{ fixmedinsCode: one.code, fixmedinsName: one.name, uscc: one.uscc, fixmedinsType: one.type || undefined },
      ...{ hospLevel: one.level || undefined, areaCode, areaName: place?.name ?? areaCode },
      ...{ storeId: own?.id, storeName: own?.name ?? '' },
    }
  })
}

/** Institution/GetMedicalInfos */
export const pageOfInstitutions = async (f: Filters, c: Context) => {
  const rows = await findInstitutions(c, f)
  const { page = 1, pageSize = 10 } = f
  return { items: rows.slice((page - 1) * pageSize, page * pageSize), total: rows.length, totalIsBound: false }
}

/** The same as a sheet. */
export const institutionSource = {
  count: async (c: Context, f: Filters) => (await findInstitutions(c, f)).length,
  async *stream(c: Context, f: Filters) {
    yield await findInstitutions(c, f)
  },
}
