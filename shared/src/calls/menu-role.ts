import { get, pageOf, paging, post } from '../call.ts'
import {
  mark,
  menuGrants,
  menuRoleRow,
  menuTreeResult,
  roleForm,
  roleKinds,
  seen,
  states,
} from '../entities/permission.ts'
import { choice, flag, group, id, list, note, optional, text } from '../field.ts'

const menu = 'MenuRoleManagement'
const role = { roleId: id('角色') }

/** /permission/menu-role-management */
export const menuRole = {
  paged: get('/api/Role/MenuRolePaged', {
    menu,
    scope: 'area',
    title: '菜单角色',
    input: {
      ...paging,
      name: optional(note('角色名称', { max: 40 })),
      code: optional(note('角色编码', { max: 40 })),
      kind: optional(choice('类别', roleKinds)),
      state: optional(choice('状态', states)),
    },
    result: pageOf(menuRoleRow),
    search: {
      noun: '菜单角色',
      page: menu,
      by: 'name',
      title: 'name',
      about: ['code', 'kind'],
      filters: { name: 'name' },
    },
  }),
  /** The rights dialog of one role: the caller's own tree, with the role's rights checked. */
  getMenuTreeByRole: get('/api/Role/GetMenuTreeByRole', {
    menu,
    scope: 'area',
    title: '角色权限',
    input: role,
    result: group('权限树', { ...menuTreeResult.shape, mark }),
  }),
  /** What several roles give together; none = the caller's tree with nothing checked, for a new role. */
  getMenuTreeByRoles: post('/api/Role/GetMenuTreeByRoles', {
    reads: true,
    menu: ['MenuRoleManagement', 'UserManagement'],
    scope: 'area',
    title: '多个角色的权限',
    input: { roleIds: list(id('角色'), '角色', { max: 50 }) },
    result: menuTreeResult,
  }),
  /** To whom the caller may make a role; refused where he may make none, before he fills anything in. */
  getMenuRoleOwners: get('/api/Role/GetMenuRoleOwners', {
    menu,
    button: 'add',
    scope: 'area',
    title: '角色归属',
    result: list(group('归属', { companyId: note('公司编号'), name: text('归属') }), '归属'),
  }),
  /** With copyFrom the grants of that role; else those given. */
  addMenuRole: post('/api/Role/AddMenuRole', {
    menu,
    button: 'add',
    scope: 'area',
    title: '新增菜单角色',
    audit: { action: '新增菜单角色', record: ['name', 'code', 'remark', 'copyFrom', 'companyId'] },
    input: {
      ...roleForm,
      copyFrom: optional(id('复制自')),
      /** One of getMenuRoleOwners; without it the maker's areas', or his only company's. */
      companyId: optional(note('归属')),
      menus: optional(menuGrants.menus),
      buttons: optional(menuGrants.buttons),
    },
    result: group('角色', role),
  }),
  /**
   * With a name it is the form of name and remark, else only what is named changes. Rights come as menus and buttons
   * together; with `seen`, only over the rights that GetMenuTreeByRole answered under this mark.
   */
  updateMenuTreeByRole: post('/api/Role/UpdateMenuTreeByRole', {
    menu,
    button: 'edit',
    scope: 'area',
    title: '修改菜单角色',
    audit: { action: '修改菜单角色', record: ['roleId'] },
    input: {
      ...role,
      name: optional(roleForm.name),
      remark: roleForm.remark,
      menus: optional(menuGrants.menus),
      buttons: optional(menuGrants.buttons),
      seen,
    },
  }),
  removeMenuRole: post('/api/Role/RemoveMenuRole', {
    menu,
    button: 'remove',
    scope: 'area',
    title: '删除菜单角色',
    audit: { action: '删除菜单角色', record: ['roleId'] },
    input: role,
  }),
  updateMenuRoleStatus: post('/api/Role/UpdateMenuRoleStatus', {
    menu,
    button: 'stop',
    scope: 'area',
    title: '启停菜单角色',
    audit: { action: '启停菜单角色', record: ['roleId', 'enabled'] },
    input: { ...role, enabled: flag('启用') },
  }),
}
