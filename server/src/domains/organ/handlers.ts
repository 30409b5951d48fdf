import type { companyCalls, institution, organ } from '@yibao/shared/calls/organ.ts'
import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Handlers } from '../../call/mount.ts'
import { enrolMinutes, newEnrolCode } from '../agent/enrolment.ts'
import { store } from '../organisation/tables.ts'
import { changeOrgan, closeOrgan, createOrgan } from './change.ts'
import { pageOfInstitutions } from './institutions.ts'
import {
  companies,
  erpStores,
  ownStores,
  storeChoices,
  storesMatching,
  storesOfArea,
  storesOfUser,
  treeOf,
} from './lists.ts'
import { organOf, organRows, shownOrgan } from './rows.ts'
import { waitingOf } from './waiting.ts'

/** Every Organ call of SPEC 7 (domain.md 8.3). */
export const organHandlers: Handlers<typeof organ> = {
  pullOrgans: (filters, c) => organRows.page(c, filters),
  pullOrgan: async ({ id }, c) => shownOrgan(c, (await organOf(c, id)).id),
  pullWaiting: ({ id }, c) => waitingOf(c, id),
  pullMedicalAreaStores: (asked, c) => storesOfArea(c, asked),
  pullStores: ({ id }, c) => storeChoices(c, eq(store.companyId, id)),
  pullCompanyStores: ({ keyword }, c) => storesMatching(c, keyword),
  pullUserRoleStores: ({ userId }, c) => storesOfUser(c, userId),
  pullUserStores: (asked, c) => ownStores(c, asked),
  pullErpStores: (asked, c) => erpStores(c, asked),
  getStoreTree: (_, c) => treeOf(c),
  getStoreTreeByAreaCode: ({ medicalAreaCode }, c) => treeOf(c, medicalAreaCode ?? c.me.areaCode),
  createOrgan,
  changeOrgan,
  closeOrgan,
  enrolCode: async ({ storeId }, c) => {
    c.scope.check(storeId)
    const open = and(eq(store.id, storeId), eq(store.closed, false))
    const [shop] = await c.db.select({ name: store.name }).from(store).where(open)
    if (!shop) return refuse('not.found', { what: '这家门店' })
    c.on(shop.name)
    return { enrolCode: await newEnrolCode(c.deps, [storeId]), storeName: shop.name, minutes: enrolMinutes }
  },
}

/** Companies to choose from, inside the asker's scope. */
export const companyHandlers: Handlers<typeof companyCalls> = { pullCompanies: (_, c) => companies(c) }

export const institutionHandlers: Handlers<typeof institution> = { getMedicalInfos: pageOfInstitutions }
