import { get, post } from '../call.ts'
import { newPassword } from '../entities/account.ts'
import { initialPassword, newUser, userRow } from '../entities/permission.ts'
import { group, id, list } from '../field.ts'

const menu = ['StoreData', 'UserManagement'] as const

/** Accounts as the page of a store sees them. */
export const storeUser = {
  createUser: post('/api/User/CreateUser', {
    menu,
    button: 'add',
    scope: 'store',
    title: '新增用户',
    audit: {
      action: '新增用户',
      target: ['userName'],
      record: ['userName', 'name', 'isAdminUser', 'storeId', 'menuRoleIds', 'dataRoleIds'],
    },
    input: { ...newUser, ...newPassword },
    result: group('用户', { userId: id('用户编号') }),
  }),
  pullStoreUsers: get('/api/User/PullStoreUsers/:id', {
    menu,
    button: 'edit',
    scope: 'store',
    title: '门店用户',
    input: { id: id('门店') },
    result: list(userRow, '用户'),
  }),
  resetPassword: post('/api/User/ResetPassword/:id', {
    menu,
    button: 'edit',
    scope: 'store',
    title: '重置密码',
    audit: { action: '重置密码', record: ['id'] },
    input: { id: id('用户编号') },
    result: initialPassword,
  }),
  resetAdminPassword: post('/api/CompanyUser/ResetAdminPassword/:id', {
    menu: 'CompanyManager',
    button: 'edit',
    scope: 'area',
    title: '重置管理员密码',
    audit: { action: '重置管理员密码', record: ['id'] },
    input: { id: id('管理员编号') },
    result: initialPassword,
  }),
}
