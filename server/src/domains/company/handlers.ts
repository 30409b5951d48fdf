import type { company as calls } from '@yibao/shared/calls/company.ts'
import type { Handlers } from '../../call/mount.ts'
import { openAdmin, prepareRoles } from './admin.ts'
import { addCompany, assignAreas, renewCompany, saveCompany, switchCompany, withdrawCompany } from './change.ts'
import { rotateKey, testLink } from './keys.ts'
import { companyRows } from './rows.ts'

/** Every Company call: tenants of the service (domain.md 8.11). */
export const companyHandlers: Handlers<typeof calls> = {
  paged: (filters, c) => companyRows.page(c, filters),
  add: addCompany,
  withdraw: ({ companyId }, c) => withdrawCompany(companyId, c),
  save: saveCompany,
  renew: renewCompany,
  assignAreas,
  enable: ({ companyId }, c) => switchCompany(companyId, false, c),
  stop: ({ companyId }, c) => switchCompany(companyId, true, c),
  rotateKey,
  prepareRoles: ({ companyId }, c) => prepareRoles(companyId, c),
  openAdmin,
  testLink,
}
