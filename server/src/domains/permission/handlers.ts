import type { dataRole } from '@yibao/shared/calls/data-role.ts'
import type { menuRole } from '@yibao/shared/calls/menu-role.ts'
import type { roleInfo } from '@yibao/shared/calls/role.ts'
import type { roleUser } from '@yibao/shared/calls/role-user.ts'
import type { storeUser } from '@yibao/shared/calls/store-user.ts'
import type { account } from '@yibao/shared/calls/user.ts'
import type { userView } from '@yibao/shared/calls/user-view.ts'
import { can } from '@yibao/shared/permission.ts'
import { refuse } from '../../base/refuse.ts'
import type { Handlers } from '../../call/mount.ts'
import { admitted, askedHere } from '../auth/admitted.ts'
import { openForm } from '../auth/new-password.ts'
import { changePassword, changeUser, forceChangePassword } from '../auth/own-account.ts'
import { addDataRole, removeDataRole, switchDataRole, updateDataRole } from './data-roles.ts'
import { addMenuRole, menuTreeOf, removeMenuRole, switchMenuRole, updateMenuRole } from './menu-roles.ts'
import { dataTreeOf } from './organ-tree.ts'
import { personOf } from './person.ts'
import { menuRoleOwners } from './role-owners.ts'
import { dataRolesOfRef, infoOfRole, pagedDataRoles, pagedMenuRoles, usersOfRole } from './role-rows.ts'
import { changeMenuRoles, stopUsers } from './user-batch.ts'
import { addUser, createUser, editUser, initPassword, stopUser, unlockUser } from './user-edit.ts'
import { pagedUsers, storeUsers, userInfo } from './user-list.ts'
import {
  assignDataRoles,
  assignMenuRoles,
  heldRoles,
  offeredDataRoles,
  offeredMenuRoles,
  userMenuTree,
} from './user-roles.ts'
import { checkedStoreTree, storeTree, treeChildren, userTree } from './user-tree.ts'
import { viewAs } from './viewing.ts'
import { explainRights } from './why.ts'

/** Who sees other persons: a store's own clerk sees her store and not her colleagues' numbers. */
const mayLook = [{ menuCode: 'UserManagement' }, { menuCode: 'StoreData', buttonCode: 'edit' }]

export const accountHandlers: Handlers<typeof account> = {
  changeUser,
  changePassword: askedHere(changePassword),
  forceChangePassword: admitted(forceChangePassword),
  pullStoreUser: ({ userId }, c) => {
    const may = userId === c.me.userId || mayLook.some((need) => can(c.me, need))
    return may ? userInfo(userId, c) : refuse('permission.denied', { title: '用户信息' })
  },
}

export const storeUserHandlers: Handlers<typeof storeUser> = {
  createUser: async ({ password, confirmPassword, ...form }, c) => {
    const opened = await openForm(c.services.passwords, { password, confirmPassword }, form.userName)
    return { userId: await createUser(form, opened.password, c) }
  },
  pullStoreUsers: ({ id }, c) => storeUsers(id, c),
  resetPassword: ({ id }, c) => initPassword(id, c),
  resetAdminPassword: async ({ id }, c) => {
    const person = await personOf(c, id)
    if (!person.isAdminUser) refuse('user.notAdmin', { name: person.name || person.userName })
    return initPassword(id, c)
  },
}

export const roleInfoHandlers: Handlers<typeof roleInfo> = {
  getRoleInfo: infoOfRole,
  getUserListByRoleId: usersOfRole,
}

export const menuRoleHandlers: Handlers<typeof menuRole> = {
  paged: pagedMenuRoles,
  getMenuTreeByRole: ({ roleId }, c) => menuTreeOf([roleId], c),
  getMenuTreeByRoles: ({ roleIds }, c) => menuTreeOf(roleIds, c),
  getMenuRoleOwners: (_, c) => menuRoleOwners(c),
  addMenuRole,
  updateMenuTreeByRole: updateMenuRole,
  removeMenuRole: ({ roleId }, c) => removeMenuRole(roleId, c),
  updateMenuRoleStatus: switchMenuRole,
}

export const dataRoleHandlers: Handlers<typeof dataRole> = {
  paged: pagedDataRoles,
  getDataTreeByRoles: ({ roleIds }, c) => dataTreeOf(roleIds, c),
  getDataRoleListByRefId: ({ refId }, c) => dataRolesOfRef(refId, c),
  addDataRole,
  updateDataRole,
  removeDataRole: ({ roleId }, c) => removeDataRole(roleId, c),
  updateDataRoleStatus: switchDataRole,
}

export const roleUserHandlers: Handlers<typeof roleUser> = {
  getUserTree: userTree,
  getUserTreeByPage: pagedUsers,
  getUserInfo: ({ userId }, c) => userInfo(userId, c),
  addUser,
  editUser,
  stopUser,
  stopUsers,
  unlockUser,
  initUserPassword: ({ userId }, c) => initPassword(userId, c),
  getMenuRoleByUser: ({ userId }, c) => offeredMenuRoles(userId, c),
  getHaveMenuRoleByUser: ({ userId }, c) => heldRoles(userId, 'menu', c),
  getDataRoleByUser: ({ userId }, c) => offeredDataRoles(userId, c),
  getHaveDataRoleByUser: ({ userId }, c) => heldRoles(userId, 'data', c),
  updateUserMenuRole: assignMenuRoles,
  changeMenuRoles,
  editUserDataRole: assignDataRoles,
  getMenuTreeByUser: ({ userId }, c) => userMenuTree(userId, c),
  getUserCompanyTree: storeTree,
  getCheckUserCompanyTree: checkedStoreTree,
  getUserCompanyTreeChildrenPage: treeChildren,
}

export const userViewHandlers: Handlers<typeof userView> = {
  viewAs,
  explainRights: ({ userId }, c) => explainRights(userId, c),
}
