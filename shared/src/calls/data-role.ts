import { get, pageOf, paging, post } from '../call.ts'
import { checkedOrganTree, dataGrants, dataRoleRow, mark, roleForm, seen, states } from '../entities/permission.ts'
import { choice, code, flag, group, id, list, note, optional } from '../field.ts'

const menu = 'DataRoleManagement'
const role = { roleId: id('角色') }

/** /permission/data-role-management */
export const dataRole = {
  paged: get('/api/Role/DataRolePaged', {
    menu,
    scope: 'area',
    title: '数据角色',
    input: {
      ...paging,
      name: optional(note('角色名称', { max: 40 })),
      state: optional(choice('状态', states)),
    },
    result: pageOf(dataRoleRow),
    search: {
      noun: '数据角色',
      page: menu,
      by: 'name',
      title: 'name',
      about: ['scope', 'remark'],
      filters: { name: 'name' },
    },
  }),
  /** Area → company → store as far as the caller's data roles reach, with what these roles open checked. */
  getDataTreeByRoles: post('/api/Role/GetDataTreeByRoles', {
    reads: true,
    menu,
    scope: 'area',
    title: '角色的数据范围',
    input: { roleIds: list(id('角色'), '角色', { max: 50 }) },
    result: group('机构树', { ...checkedOrganTree.shape, mark }),
  }),
  /** The data roles that open this store (its id) or area (its code). */
  getDataRoleListByRefId: get('/api/Role/GetDataRoleListByRefId', {
    menu: ['DataRoleManagement', 'UserManagement', 'StoreData'],
    scope: 'area',
    title: '门店或区划的数据角色',
    input: { refId: code('门店或区划', { max: 40 }) },
    result: list(dataRoleRow, '数据角色'),
  }),
  addDataRole: post('/api/Role/AddDataRole', {
    menu,
    button: 'add',
    scope: 'area',
    title: '新增数据角色',
    audit: { action: '新增数据角色', target: ['name'], record: ['name', 'code', 'remark', 'areas', 'stores'] },
    input: { ...roleForm, ...dataGrants },
    result: group('角色', role),
  }),
  /**
   * With a name it is the form of name and remark; places come as areas and stores together, with `seen` only over those
   * that GetDataTreeByRoles answered under this mark.
   */
  updateDataRole: post('/api/Role/UpdateDataRole', {
    menu,
    button: 'edit',
    scope: 'area',
    title: '修改数据角色',
    audit: { action: '修改数据角色', record: ['roleId'] },
    input: {
      ...role,
      name: optional(roleForm.name),
      remark: roleForm.remark,
      areas: optional(dataGrants.areas),
      stores: optional(dataGrants.stores),
      seen,
    },
  }),
  removeDataRole: post('/api/Role/RemoveDataRole', {
    menu,
    button: 'remove',
    scope: 'area',
    title: '删除数据角色',
    audit: { action: '删除数据角色', record: ['roleId'] },
    input: role,
  }),
  updateDataRoleStatus: post('/api/Role/UpdateDataRoleStatus', {
    menu,
    button: 'stop',
    scope: 'area',
    title: '启停数据角色',
    audit: { action: '启停数据角色', record: ['roleId', 'enabled'] },
    input: { ...role, enabled: flag('启用') },
  }),
}
