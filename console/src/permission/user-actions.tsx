import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { callServer } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { type Action, late, needOf, type RowOf } from '../kit/index.ts'
import { menuNodes, ticksOf } from './menus.ts'

const AssignRoles = late(async () => ({ default: (await import('./assign-roles.tsx')).AssignRoles }))
const RightsDialog = late(async () => ({ default: (await import('./rights.tsx')).RightsDialog }))

/** An account in the list of users. */
export type UserRow = RowOf<typeof roleUser.getUserTreeByPage>

export const userOf = ({ userId }: Pick<UserRow, 'userId'>) => ({ userId })
export const manageable = (row: UserRow) => row.manageable
/** An account as a question names it. */
export const who = ({ name, userName }: UserRow) => `「${name || userName}」`

const assign = (
  key: string,
  text: string,
  read: typeof roleUser.getMenuRoleByUser | typeof roleUser.getDataRoleByUser,
  write: typeof roleUser.updateUserMenuRole | typeof roleUser.editUserDataRole,
): Action<UserRow> => ({
  key,
  text,
  need: needOf(write),
  shown: manageable,
  run: async (row, { dialogs, refetch }) => {
    const ask = () => callServer(read, userOf(row))
    const save = async (roleIds: string[], seen: string) => {
      await callServer(write, { ...userOf(row), roleIds, seen })
      ui().success(`${text}已保存，下一步操作即生效`)
    }
    const offer = await ask()
    await dialogs.open<boolean>((done) => (
      <AssignRoles title={`${who(row)}的${text}`} offer={offer} read={ask} onSave={save} onClose={done} />
    ))
    await refetch()
  },
})

const lookAtRights: Action<UserRow> = {
  key: 'rights',
  text: '查看权限',
  need: needOf(roleUser.getMenuTreeByUser),
  run: async (row, { dialogs }) => {
    const tree = await callServer(roleUser.getMenuTreeByUser, userOf(row))
    await dialogs.open<boolean>((done) => (
      <RightsDialog
        title={`${who(row)}能打开的页面和按钮`}
        nodes={menuNodes(tree.nodes)}
        opened={{ ticks: ticksOf(tree), mark: '' }}
        onClose={done}
      />
    ))
  },
}

/** 菜单角色, 数据角色 and 查看权限 of an account. */
export const rightsActions: Action<UserRow>[] = [
  assign('menuRoles', '菜单角色', roleUser.getMenuRoleByUser, roleUser.updateUserMenuRole),
  assign('dataRoles', '数据角色', roleUser.getDataRoleByUser, roleUser.editUserDataRole),
  lookAtRights,
]
