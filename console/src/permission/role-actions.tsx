import type { ResultOf } from '@yibao/shared/call.ts'
import type { dataRole } from '@yibao/shared/calls/data-role.ts'
import type { menuRole } from '@yibao/shared/calls/menu-role.ts'
import { roleInfo } from '@yibao/shared/calls/role.ts'
import { Table } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/index.ts'
import { nothing } from '../kit/fields.ts'
import { type Action, act, emptyOf, Modal, ReadFault, Status, switchActions } from '../kit/index.ts'

interface RoleRow {
  roleId: string
  name: string
  users: number
  state: string
  manageable: boolean
}

/** Tones of a role's or user's state. */
export const stateTones = { enabled: 'good', stopped: 'off' } as const

type Users = ResultOf<typeof roleInfo.getUserListByRoleId>['items']
const pageSize = 10

const UsersDialog = ({
  role,
  roleType,
  onClose,
}: {
  role: RoleRow
  roleType: 'menu' | 'data'
  onClose: () => void
}) => {
  const [page, setPage] = useState(1)
  const answer = useCall(roleInfo.getUserListByRoleId, { roleId: role.roleId, roleType, page, pageSize })
  return (
    <Modal open title={`「${role.name}」的用户`} width={640} footer={null} onCancel={onClose}>
      <ReadFault error={answer.error} again={answer.refetch} old={answer.data} />
      <Table<Users[number]>
        size="small"
        rowKey="userId"
        loading={answer.loading}
        dataSource={answer.data?.items ?? []}
        locale={emptyOf(answer, role.users ? `${role.users} 个用户，都不在当前区划的数据权限内` : '还没有分配给用户')}
        pagination={{ current: page, pageSize, total: answer.data?.total ?? 0, size: 'small', onChange: setPage }}
        columns={[
          { title: '用户名', dataIndex: 'userName' },
          { title: '真实姓名', dataIndex: 'name' },
          { title: '门店', dataIndex: 'storeName', render: (store) => store || nothing },
          {
            title: '状态',
            dataIndex: 'state',
            render: (state: keyof typeof stateTones) => (
              <Status tone={stateTones[state]}>{state === 'enabled' ? '启用' : '停用'}</Status>
            ),
          },
        ]}
      />
    </Modal>
  )
}

/** 用户: who holds a role. */
export const usersOf = <R extends RoleRow>(roleType: 'menu' | 'data'): Action<R> => ({
  key: 'users',
  text: '用户',
  run: (row, { dialogs }) =>
    dialogs.open<void>((done) => <UsersDialog role={row} roleType={roleType} onClose={() => done()} />),
})

/** Why a role cannot be removed now. */
const inUse = ({ users }: RoleRow): string | undefined =>
  users ? `还有 ${users} 个用户使用，请先为他们换角色` : undefined

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
