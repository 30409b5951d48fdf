import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { standings } from '@yibao/shared/entities/permission.ts'
import { shortTime } from '@yibao/shared/time.ts'
import {
  act,
  defineTree,
  hiddenColumns,
  importRows,
  moreFilters,
  Status,
  switchActions,
  type Tone,
} from '../../kit/index.ts'
import { StoreSelect } from '../../organisation/store-select.tsx'
import { pcsLost } from '../../permission/counter-pcs.ts'
import { DataRoleFilter, DataRolesSelect, MenuRoleFilter, MenuRolesSelect } from '../../permission/roles-select.tsx'
import { showPassword } from '../../permission/secret.tsx'
import { manageable, rightsActions, type UserRow, userOf, who } from '../../permission/user-actions.tsx'
import { userBatch } from '../../permission/user-batch.ts'
import { nodesOf, placeOfKey } from '../../permission/user-tree.ts'

const fields = ['surName', 'name', 'sex', 'mobilePhone', 'email', 'isAdminUser', 'storeId'] as const
const inputs = { storeId: StoreSelect, menuRoleIds: MenuRolesSelect, dataRoleIds: DataRolesSelect }
// An operator works in one store, an administrator in none.
const check = ({ isAdminUser, storeId }: Record<string, unknown>): Record<string, string> | undefined => {
  if (!isAdminUser && !storeId) return { storeId: '操作员须选择门店' }
  return isAdminUser && storeId ? { storeId: '管理员不绑定门店，请清除' } : undefined
}

const tones: Record<string, Tone> = { enabled: 'good', initial: 'warn', locked: 'warn', stopped: 'off' }
/** How an account stands; of a locked one until when. */
const standing = ({ standing: now, state, lockedUntil }: UserRow): string =>
  now === 'locked' && lockedUntil ? `锁定至 ${shortTime(lockedUntil, new Date())}` : standings[now ?? state]

/** 用户管理: accounts of operators and administrators (domain.md 8.13). */
export default defineTree({
  title: '公司与门店',
  call: roleUser.getUserTree,
  nodes: ({ nodes }) => nodesOf(nodes),
  empty: '还没有门店',
  list: {
    tableId: 'user-management',
    call: roleUser.getUserTreeByPage,
    rowKey: 'userId',
    empty: '没有符合条件的用户。按「新增用户」添加，或放宽条件',
    fixed: placeOfKey,
    filters: [
      ...(['userName', 'name', 'state'] as const),
      { key: 'menuRoleId', more: true, input: MenuRoleFilter },
      { key: 'dataRoleId', more: true, input: DataRoleFilter },
      ...moreFilters('idle', 'isAdminUser'),
    ],
    columns: [
      { key: 'userName', width: 114, sort: true },
      { key: 'name', width: 100, sort: true },
      ...hiddenColumns({ surName: 100, sex: 70, mobilePhone: 130, email: 180 }),
      { key: 'storeName', width: 118 },
      ...hiddenColumns({ fixmedinsCode: 130, companyName: 150 }),
      {
        key: 'menuRoles',
        width: 100,
        exports: ['menuRoleNames'],
        text: ({ menuRoles }) => menuRoles.map(({ name }) => name).join('、') || '--',
      },
      {
        key: 'dataRoles',
        width: 146,
        hidden: true,
        exports: ['dataRoleNames'],
        text: ({ dataRoles }) => dataRoles.map(({ name }) => name).join('、') || '--',
      },
      ...hiddenColumns({ isAdminUser: 90 }),
      { key: 'lastLoginAt', width: 120, sort: true, hidden: true },
      // One column under the name it had, so that what a person made of it stays.
      {
        key: 'state',
        width: 148,
        exports: ['standing', 'lockedUntil'],
        text: standing,
        render: (row) => <Status tone={tones[row.standing ?? row.state] ?? 'off'}>{standing(row)}</Status>,
      },
    ],
    exportAs: 'roleUser.getUserTreeByPage',
    batch: userBatch,
    actions: [
      act({
        key: 'add',
        text: '新增用户',
        primary: true,
        call: roleUser.addUser,
        form: {
          wide: true,
          fields: ['userName', ...fields, 'menuRoleIds', 'dataRoleIds'],
          initial: () => ({ isAdminUser: false, menuRoleIds: [], dataRoleIds: [] }),
          intro: '保存后显示一次初始密码。没有菜单角色的用户不能使用任何页面。',
          inputs,
          check,
        },
        after: (result, _, tools) => showPassword(result, tools),
      }),
      importRows('UserManagement', 'account', '导入账号', { buttonCode: 'add' }),
    ],
    rowActions: [
      act({
        key: 'edit',
        text: '编辑',
        call: roleUser.editUser,
        shown: manageable,
        input: userOf,
        form: {
          wide: true,
          title: (row: UserRow) => `编辑${who(row)}`,
          fields,
          initial: (row: UserRow) => Object.fromEntries(fields.map((field) => [field, row[field] ?? undefined])),
          intro: (row: UserRow) => pcsLost([row], '换门店或改为管理员后') || undefined,
          inputs,
          check,
        },
        done: '用户已修改',
      }),
      ...rightsActions,
      act({
        key: 'password',
        text: '初始化密码',
        call: roleUser.initUserPassword,
        shown: manageable,
        input: userOf,
        confirm: (row: UserRow) => ({
          title: `初始化${who(row)}的密码`,
          tips: '原密码立即失效，已登录的页面会退出。新密码只显示一次。',
        }),
        after: (result, _, tools) => showPassword(result, tools),
      }),
      act({
        key: 'unlock',
        text: '解锁',
        call: roleUser.unlockUser,
        shown: (row: UserRow) => row.manageable && row.lockedUntil !== undefined,
        input: userOf,
        confirm: (row: UserRow) => ({
          title: `解锁${who(row)}`,
          tips: '连续输错密码锁定的账号，解锁后可以马上再登录，密码不变。不记得密码请改用「初始化密码」。',
        }),
        done: '用户已解锁',
      }),
      ...switchActions({
        noun: '用户',
        what: who,
        enabled: ({ state }: UserRow) => state === 'enabled',
        may: manageable,
        stop: roleUser.stopUser,
        enable: roleUser.stopUser,
        input: (row, enabled) => ({ ...userOf(row), stopped: !enabled }),
        loses: (row: UserRow) =>
          `立即退出登录，不能再登录。${pcsLost([row], '停用后')}没有挂单的购药只留在这位用户的电脑上，同事接待要重新录入。可随时再启用。`,
      }),
    ],
  },
})
