import type { ResultOf } from '@yibao/shared/call.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { callServer } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { type Action, act, defineTree, needOf, type RowOf, type Tools } from '../../kit/index.ts'
import { AssignRoles } from '../../permission/assign-roles.tsx'
import { menuNodes, ticksOf } from '../../permission/menus.ts'
import styles from '../../permission/parts.module.css'
import { RightsDialog } from '../../permission/rights.tsx'
import { stateTones } from '../../permission/role-actions.tsx'
import { DataRolesSelect, MenuRolesSelect } from '../../permission/roles-select.tsx'
import { StoreSelect } from '../../permission/store-select.tsx'
import { nodesOf, placeOfKey } from '../../permission/user-tree.ts'

type Row = RowOf<typeof roleUser.getUserTreeByPage>
const userOf = ({ userId }: Pick<Row, 'userId'>) => ({ userId })
const manageable = (row: Row) => row.manageable
const who = ({ name, userName }: Row) => `「${name || userName}」`

const showPassword = ({ userName, initialPassword }: ResultOf<typeof roleUser.addUser>, { dialogs }: Tools) =>
  dialogs.confirm({
    title: `${userName} 的初始密码`,
    tips: (
      <>
        <p>只显示这一次，请当面或用安全的方式告诉本人。首次登录时须修改。</p>
        <p className={styles.secret}>{initialPassword}</p>
      </>
    ),
    okText: '已记下',
    cancelText: '关闭',
  })

const assign = (
  key: string,
  text: string,
  read: typeof roleUser.getMenuRoleByUser | typeof roleUser.getDataRoleByUser,
  write: typeof roleUser.updateUserMenuRole | typeof roleUser.editUserDataRole,
): Action<Row> => ({
  key,
  text,
  need: needOf(write),
  shown: manageable,
  run: async (row, { dialogs, refetch }) => {
    const { roles } = await callServer(read, userOf(row))
    const save = async (roleIds: string[]) => {
      await callServer(write, { ...userOf(row), roleIds })
      ui().success(`${text}已保存，下一步操作即生效`)
    }
    await dialogs.open<boolean>((done) => (
      <AssignRoles title={`${who(row)}的${text}`} roles={roles} onSave={save} onClose={done} />
    ))
    refetch()
  },
})

const fields = ['surName', 'name', 'sex', 'mobilePhone', 'email', 'isAdminUser', 'storeId'] as const
const inputs = { storeId: StoreSelect, menuRoleIds: MenuRolesSelect, dataRoleIds: DataRolesSelect }
// An operator works in one store, an administrator in none.
const check = ({ isAdminUser, storeId }: Record<string, unknown>): Record<string, string> | undefined => {
  if (!isAdminUser && !storeId) return { storeId: '操作员须选择门店' }
  return isAdminUser && storeId ? { storeId: '管理员不绑定门店，请清除' } : undefined
}

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
    filters: ['userName', 'name', 'state', { key: 'isAdminUser', more: true }],
    columns: [
      { key: 'userName', width: 120 },
      { key: 'name', width: 100 },
      { key: 'surName', width: 100, hidden: true },
      { key: 'sex', width: 70, hidden: true },
      { key: 'mobilePhone', width: 130, hidden: true },
      { key: 'email', width: 180, hidden: true },
      { key: 'storeName', width: 140 },
      { key: 'companyName', width: 150, hidden: true },
      { key: 'menuRoles', width: 120, text: ({ menuRoles }) => menuRoles.map(({ name }) => name).join('、') || '--' },
      {
        key: 'dataRoles',
        width: 150,
        hidden: true,
        text: ({ dataRoles }) => dataRoles.map(({ name }) => name).join('、') || '--',
      },
      { key: 'isAdminUser', width: 90 },
      { key: 'lastLoginAt', width: 120, hidden: true },
      { key: 'state', width: 90, tones: stateTones },
    ],
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
          title: (row: Row) => `编辑${who(row)}`,
          fields,
          initial: (row: Row) => Object.fromEntries(fields.map((field) => [field, row[field] ?? undefined])),
          inputs,
          check,
        },
        done: '用户已修改',
      }),
      assign('menuRoles', '菜单角色', roleUser.getMenuRoleByUser, roleUser.updateUserMenuRole),
      assign('dataRoles', '数据角色', roleUser.getDataRoleByUser, roleUser.editUserDataRole),
      {
        key: 'rights',
        text: '查看权限',
        need: needOf(roleUser.getMenuTreeByUser),
        run: async (row, { dialogs }) => {
          const tree = await callServer(roleUser.getMenuTreeByUser, userOf(row))
          await dialogs.open<boolean>((done) => (
            <RightsDialog
              title={`${who(row)}能打开的页面和按钮`}
              nodes={menuNodes(tree.nodes)}
              checked={ticksOf(tree)}
              onClose={done}
            />
          ))
        },
      },
      act({
        key: 'password',
        text: '初始化密码',
        call: roleUser.initUserPassword,
        shown: manageable,
        input: userOf,
        confirm: (row: Row) => ({
          title: `初始化${who(row)}的密码`,
          tips: '原密码立即失效，已登录的页面会退出。新密码只显示一次。',
        }),
        after: (result, _, tools) => showPassword(result, tools),
      }),
      act({
        key: 'stop',
        text: '停用',
        danger: true,
        call: roleUser.stopUser,
        shown: (row: Row) => row.manageable && row.state === 'enabled',
        input: (row: Row) => ({ ...userOf(row), stopped: true }),
        confirm: (row: Row) => ({
          title: `停用${who(row)}`,
          tips: '停用后立即退出登录，正在接待的购药保留在挂单中。可随时再启用。',
        }),
        done: '用户已停用',
      }),
      act({
        key: 'enable',
        text: '启用',
        call: roleUser.stopUser,
        shown: (row: Row) => row.manageable && row.state === 'stopped',
        input: (row: Row) => ({ ...userOf(row), stopped: false }),
        done: '用户已启用',
      }),
    ],
  },
})
