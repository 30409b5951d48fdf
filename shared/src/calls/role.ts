import { get, pageOf, paging } from '../call.ts'
import { dataGrants, dataRoleRow, menuGrants, menuRoleRow, roleTypes, userRow } from '../entities/permission.ts'
import { choice, group, id, optional } from '../field.ts'

const which = {
  roleType: choice('角色类别', roleTypes),
  roleId: id('角色'),
}
const menu = ['MenuRoleManagement', 'DataRoleManagement'] as const

/** What both role pages ask; the caller needs the page of the roleType. */
export const roleInfo = {
  getRoleInfo: get('/api/Role/GetRoleInfo', {
    menu,
    scope: 'area',
    title: '角色信息',
    input: which,
    result: group('角色', {
      menuRole: optional(group('菜单角色', { ...menuRoleRow.shape, ...menuGrants })),
      dataRole: optional(group('数据角色', { ...dataRoleRow.shape, storeIds: dataGrants.stores })),
    }),
  }),
  /** The users of a role whom the caller may see. */
  getUserListByRoleId: get('/api/Role/GetUserListByRoleId', {
    menu,
    scope: 'area',
    title: '角色的用户',
    input: { ...which, ...paging },
    result: pageOf(userRow),
  }),
}
