import type { ResultOf } from '@yibao/shared/call.ts'
import { roleInfo } from '@yibao/shared/calls/role.ts'
import { Modal, Table } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/index.ts'
import type { Action } from '../kit/index.ts'

interface RoleRow {
  roleId: string
  name: string
  users: number
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
      <Table<Users[number]>
        size="small"
        rowKey="userId"
        loading={answer.loading}
        dataSource={answer.data?.items ?? []}
        locale={{ emptyText: answer.error?.message ?? '还没有分配给用户' }}
        pagination={{ current: page, pageSize, total: answer.data?.total ?? 0, size: 'small', onChange: setPage }}
        columns={[
          { title: '用户名', dataIndex: 'userName' },
          { title: '真实姓名', dataIndex: 'name' },
          { title: '门店', dataIndex: 'storeName' },
          { title: '状态', dataIndex: 'state', render: (state) => (state === 'enabled' ? '启用' : '停用') },
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
export const removable = ({ users }: RoleRow): string | undefined =>
  users ? `还有 ${users} 个用户使用，请先为他们换角色` : undefined
