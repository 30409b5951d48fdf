import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { userView } from '@yibao/shared/calls/user-view.ts'
import { callServer } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { type Action, act, late, needOf, type RowOf } from '../kit/index.ts'

const AssignRoles = late(async () => ({ default: (await import('./assign-roles.tsx')).AssignRoles }))
const RightsReasons = late(() => import('./rights-reasons.tsx'))

/** An account in the list of users. */
export type UserRow = RowOf<typeof roleUser.getUserTreeByPage>

/** The account as its calls name it. */
export const userOf = ({ userId }: Pick<UserRow, 'userId'>) => ({ userId })
/** Whether the asker may change the account, as the server says of each. */
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
  run: async (row, { dialogs }) => {
    const ask = () => callServer(read, userOf(row))
    const save = async (roleIds: string[], seen: string) => {
      await callServer(write, { ...userOf(row), roleIds, seen })
      ui().success(`${text}已保存，下一步操作即生效`)
    }
    const offer = await ask()
    await dialogs.open<boolean>((done) => (
      <AssignRoles title={`${who(row)}的${text}`} offer={offer} read={ask} onSave={save} onClose={done} />
    ))
  },
})

const explainRights: Action<UserRow> = {
  key: 'rights',
  text: '权限说明',
  need: needOf(userView.explainRights),
  run: (row, { dialogs }) =>
    dialogs.open<void>((done) => <RightsReasons userId={row.userId} title={who(row)} onClose={() => done()} />),
}

const viewAs = act({
  key: 'view',
  text: '以此人身份查看',
  call: userView.viewAs,
  shown: ({ manageable, state }: UserRow) => manageable && state === 'enabled',
  input: userOf,
  confirm: (row: UserRow) => ({
    title: `以${who(row)}的身份查看`,
    tips: '在新窗口打开这个账号看到的页面，只能查看，30 分钟后结束。打开和结束会记入操作日志，对方的登录不受影响。',
    okText: '打开',
    cancelText: '不打开',
  }),
  after: async (login) => (await import('./view-window.ts')).openView(login),
})

/** 菜单角色, 数据角色, 权限说明 and 以此人身份查看 of an account. */
export const rightsActions: Action<UserRow>[] = [
  assign('menuRoles', '菜单角色', roleUser.getMenuRoleByUser, roleUser.updateUserMenuRole),
  assign('dataRoles', '数据角色', roleUser.getDataRoleByUser, roleUser.editUserDataRole),
  explainRights,
  viewAs,
]
