import { get, pageOf, paging, post } from '../call.ts'
import {
  assignableRole,
  editedUser,
  initialPassword,
  mark,
  menuTreeResult,
  newUser,
  organTreeResult,
  roleRef,
  seen,
  someUsers,
  standings,
  userRoles,
  userRow,
  usersDone,
} from '../entities/permission.ts'
import { choice, code, flag, group, id, list, note, optional } from '../field.ts'
import { storeTrees } from './store-trees.ts'

const page = { menu: 'UserManagement', scope: 'area' } as const
const user = { userId: id('用户编号') }
const keyword = optional(note('关键字', { max: 60 }))

const idleFor = {
  ...{ 30: '30 天未登录', 90: '90 天未登录', 180: '180 天未登录', 365: '365 天未登录' },
  never: '从未登录',
} as const

/** The list, the trees and the accounts of /permission/user-management. */
const accounts = {
  /** Company → area → store with the number of users; with a keyword the stores and users (at most 200) that match. */
  getUserTree: get('/api/Role/GetUserTree', { ...page, title: '用户树', input: { keyword }, result: organTreeResult }),
  getUserTreeByPage: get('/api/Role/GetUserTreeByPage', {
    ...page,
    title: '用户',
    input: {
      ...paging,
      /** In the user name or the person's name. */
      keyword: optional(note('用户名/姓名', { max: 60 })),
      userName: optional(note('用户名', { max: 60 })),
      name: optional(note('姓名', { max: 60 })),
      companyId: optional(note('公司', { max: 60 })),
      areaCode: optional(code('区划', { max: 6 })),
      storeId: optional(id('门店')),
      menuRoleId: optional(id('菜单角色')),
      dataRoleId: optional(id('数据角色')),
      isAdminUser: optional(flag('管理员')),
      /** 启用 is whoever is not stopped, a locked one and one with a first password too. */
      state: optional(choice('状态', standings)),
      /** Not come in for so many days; an account that never was counts from its last first password on. */
      idle: optional(choice('未登录', idleFor)),
    },
    result: pageOf(userRow),
    search: {
      noun: '用户',
      page: 'UserManagement',
      by: 'keyword',
      title: 'userName',
      about: ['name', 'storeName'],
      filters: { userName: 'userName' },
    },
  }),
  getUserInfo: get('/api/Role/GetUserInfo', { ...page, title: '用户信息', input: user, result: userRow }),
  addUser: post('/api/Role/AddUser', {
    ...page,
    button: 'add',
    title: '新增用户',
    audit: {
      action: '新增用户',
      target: ['userName'],
      record: ['userName', 'name', 'isAdminUser', 'storeId', 'menuRoleIds', 'dataRoleIds'],
    },
    input: newUser,
    result: initialPassword,
  }),
  editUser: post('/api/Role/EditUser', {
    ...page,
    button: 'edit',
    title: '修改用户',
    audit: { action: '修改用户', record: ['userId'] },
    input: editedUser,
  }),
  stopUser: post('/api/Role/StopUser', {
    ...page,
    button: 'stop',
    title: '启停用户',
    audit: { action: '启停用户', record: ['userId', 'stopped'] },
    input: { ...user, stopped: flag('停用') },
  }),
  /** The same for several, each by the rules of one: who may not be stopped is named with the reason. */
  stopUsers: post('/api/Role/StopUsers', {
    ...page,
    button: 'stop',
    title: '批量启停用户',
    audit: { action: '批量启停用户', record: ['stopped'] },
    input: { userIds: someUsers, stopped: flag('停用') },
    result: usersDone,
  }),
  /** Ends the lock of wrong passwords before its time; the password stays. */
  unlockUser: post('/api/Role/UnlockUser', {
    ...page,
    button: 'stop',
    title: '解锁用户',
    audit: { action: '解锁用户', record: ['userId'] },
    input: user,
  }),
  initUserPassword: post('/api/Role/InitUserPassword', {
    ...page,
    button: 'edit',
    title: '初始化密码',
    audit: { action: '初始化密码', record: ['userId'] },
    input: user,
    result: initialPassword,
  }),
}

const assigned = group('角色', { roles: list(roleRef, '角色') })
const assignable = group('角色', { roles: list(assignableRole, '角色'), mark })

/** What a user holds and could hold. */
const roles = {
  /** Both sides of the transfer dialog: every role the caller sees, whether held, whether he may assign it. */
  getMenuRoleByUser: get('/api/Role/GetMenuRoleByUser', {
    ...page,
    title: '可分配的菜单角色',
    input: user,
    result: assignable,
  }),
  getHaveMenuRoleByUser: get('/api/Role/GetHaveMenuRoleByUser', {
    ...page,
    title: '已有的菜单角色',
    input: user,
    result: assigned,
  }),
  getDataRoleByUser: get('/api/Role/GetDataRoleByUser', {
    ...page,
    title: '可分配的数据角色',
    input: user,
    result: assignable,
  }),
  getHaveDataRoleByUser: get('/api/Role/GetHaveDataRoleByUser', {
    ...page,
    title: '已有的数据角色',
    input: user,
    result: assigned,
  }),
  /** Replaces the user's menu roles; with `seen`, only those that GetMenuRoleByUser answered under this mark. */
  updateUserMenuRole: post('/api/Role/UpdateUserMenuRole', {
    menu: ['UserManagement', 'MenuRoleManagement'],
    scope: 'area',
    button: 'assign',
    title: '分配菜单角色',
    audit: { action: '分配菜单角色', record: ['userId'] },
    input: { ...userRoles, seen },
  }),
  /** Gives several users these menu roles: in place of `from` beside their others, without it in place of all that the caller sees. */
  changeMenuRoles: post('/api/Role/ChangeMenuRoles', {
    menu: ['UserManagement', 'MenuRoleManagement'],
    scope: 'area',
    button: 'assign',
    title: '批量换菜单角色',
    audit: { action: '批量换菜单角色', record: ['roleIds', 'from'] },
    input: {
      userIds: someUsers,
      roleIds: userRoles.roleIds,
      from: optional(id('换下的角色')),
    },
    result: usersDone,
  }),
  /** Replaces the user's data roles; `seen` likewise. */
  editUserDataRole: post('/api/Role/EditUserDataRole', {
    ...page,
    button: 'assign',
    title: '分配数据角色',
    audit: { action: '分配数据角色', record: ['userId'] },
    input: { ...userRoles, seen },
  }),
  /** What a user may open and press in effect: his tree, all of it that his roles give checked. */
  getMenuTreeByUser: get('/api/Role/GetMenuTreeByUser', {
    ...page,
    title: '用户权限',
    input: user,
    result: menuTreeResult,
  }),
}

export const roleUser = { ...accounts, ...roles, ...storeTrees }
