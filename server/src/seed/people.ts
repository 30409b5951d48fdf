import { omit } from '@yibao/shared/omit.ts'
import { hashPassword } from '../secrets/secret.ts'
import { companyId, seedId } from './organisation.ts'
import { areaRole, clerkRole, dataRoles, pharmacistRole, viewerRole } from './roles.ts'

/** Password of every demo account (DESIGN 4). */
export const demoPassword = 'Yibao@2026'

const person = (number: number, userName: string, name: string, surName = name) => ({
  id: seedId(2, number),
  userName,
  name,
  surName,
  companyId,
  sex: number % 2,
})

const roles = (menu: { id: string }, data: { id: string }) => ({ menuRoleId: menu.id, dataRoleId: data.id })
const guanqian = { storeId: seedId(1, 1) }

/**
 * The demo accounts of DESIGN 4, a pharmacist who may authorize and review prescriptions, and a viewer without money
 * buttons (ux T21).
 */
export const people = [
  { ...person(1, 'admin', '周管理'), companyId: undefined, isSuperAdmin: true, isAdminUser: true },
  { ...person(2, 'area', '吴区管'), companyId: undefined, isAdminUser: true, ...roles(areaRole, dataRoles.both) },
  { ...person(3, 'area1', '郑区管'), companyId: undefined, isAdminUser: true, ...roles(areaRole, dataRoles.suzhou) },
  { ...person(4, 'clerk', '李店员'), ...guanqian, ...roles(clerkRole, dataRoles.guanqian) },
  { ...person(5, 'clerk2', '陈店员'), storeId: seedId(1, 3), ...roles(clerkRole, dataRoles.xinjiekou) },
  { ...person(6, 'clerk3', '刘店员'), storeId: seedId(1, 4), ...roles(clerkRole, dataRoles.wuyi) },
  { ...person(7, 'pharmacist', '王药师'), ...guanqian, ...roles(pharmacistRole, dataRoles.guanqian) },
  { ...person(8, 'viewer', '孙稽核'), ...guanqian, ...roles(viewerRole, dataRoles.guanqian) },
]

/** The rows of the three user tables; every account gets its own salt. */
export const peopleRows = async () => ({
  users: await Promise.all(
    people.map(async (one) => ({
      ...omit({ menuRoleId: '', dataRoleId: '', ...one }, 'menuRoleId', 'dataRoleId'),
      passwordHash: await hashPassword(demoPassword),
    })),
  ),
  menuLinks: people.flatMap((one) => ('menuRoleId' in one ? [{ userId: one.id, roleId: one.menuRoleId }] : [])),
  dataLinks: people.flatMap((one) => ('dataRoleId' in one ? [{ userId: one.id, roleId: one.dataRoleId }] : [])),
})

/** The register of the demo pharmacist's store, as its centre has him too: with his account he reviews prescriptions. */
export const pharmacistRows = people
  .filter(({ userName }) => userName === 'pharmacist')
  .map(({ id, name, userName }) => ({
    ...{ id: seedId(8, 1), storeId: guanqian.storeId, name, category: '3', code: 'Y320508000001', title: '执业药师' },
    ...{ userId: id, account: userName, isDefault: true, changedAt: new Date() },
  }))

/** The one account of a production database; its owner makes the others. */
export const firstAdmin = async (password: string) => ({
  ...person(1, 'admin', '系统管理员'),
  companyId: undefined,
  isSuperAdmin: true,
  isAdminUser: true,
  passwordHash: await hashPassword(password),
})
