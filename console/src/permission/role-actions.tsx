import type { dataRole } from '@yibao/shared/calls/data-role.ts'
import type { menuRole } from '@yibao/shared/calls/menu-role.ts'
import { type Action, act, late, switchActions } from '../kit/index.ts'

interface RoleRow {
  roleId: string
  name: string
  users: number
  state: string
  manageable: boolean
}

const RoleUsers = late(() => import('./role-users.tsx'))

/** 用户: who holds a role, and another one for them. */
export const usersOf = <R extends RoleRow>(roleType: 'menu' | 'data'): Action<R> => ({
  key: 'users',
  text: '用户',
  run: (row, { dialogs }) =>
    dialogs.open<void>((done) => <RoleUsers role={row} roleType={roleType} onClose={() => done()} />),
})

/** Why a role cannot be removed now. */
const inUse = ({ users }: RoleRow): string | undefined =>
  users ? `还有 ${users} 个用户使用，请先在「用户」里为他们换角色` : undefined

interface Ends<R> {
  updateStatus: typeof menuRole.updateMenuRoleStatus | typeof dataRole.updateDataRoleStatus
  remove: typeof menuRole.removeMenuRole | typeof dataRole.removeDataRole
  removable: (row: R) => boolean
  /** What its users lose at once when it is stopped. */
  loses: string
}

/** 停用, 启用 and 删除 of a role. */
export const roleEnds = <R extends RoleRow>({ updateStatus, remove, removable, loses }: Ends<R>): Action<R>[] => [
  ...switchActions({
    noun: '角色',
    what: ({ name }: R) => `「${name}」`,
    enabled: ({ state }: R) => state === 'enabled',
    may: ({ manageable }: R) => manageable,
    stop: updateStatus,
    enable: updateStatus,
    input: ({ roleId }, enabled) => ({ roleId, enabled }),
    loses: ({ users }) => `${users} 个用户会立即${loses}。可随时再启用。`,
  }),
  act({
    key: 'remove',
    text: '删除',
    danger: true,
    call: remove,
    shown: (row: R) => row.manageable && removable(row),
    disabled: inUse,
    input: ({ roleId }: R) => ({ roleId }),
    confirm: ({ name }: R) => ({ title: `删除「${name}」`, tips: '删除后不能恢复。' }),
    done: '角色已删除',
  }),
]
