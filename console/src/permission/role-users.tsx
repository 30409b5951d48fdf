import type { ResultOf } from '@yibao/shared/call.ts'
import { menuRole } from '@yibao/shared/calls/menu-role.ts'
import { roleInfo } from '@yibao/shared/calls/role.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { Button, Space, Table } from 'antd'
import { useState } from 'react'
import { callServer, useCall } from '../api/index.ts'
import { nothing } from '../kit/fields.ts'
import {
  emptyOf,
  Modal,
  needOf,
  OneSelect,
  optionsRead,
  ReadFault,
  Status,
  useAllowed,
  useDialogs,
  useWork,
  waiting,
  whileRunning,
} from '../kit/index.ts'
import styles from './parts.module.css'
import { stateTones } from './state-tones.ts'
import { tellDone } from './users-left.tsx'

type Users = ResultOf<typeof roleInfo.getUserListByRoleId>['items']
const pageSize = 10

interface Role {
  roleId: string
  name: string
  users: number
}

interface MoveProps {
  role: Role
  userIds: readonly string[]
  onMoved: () => void
}

/** Another menu role for the marked holders of this one, in its place beside their others. */
const Move = ({ role, userIds, onMoved }: MoveProps) => {
  const [roleId, setRoleId] = useState<string>()
  const [running, work] = useWork()
  const [dialogs, dialog] = useDialogs()
  const roles = useCall(menuRole.paged, { state: 'enabled', pageSize: 500 })
  const others = roles.data?.items.filter((one) => one.roleId !== role.roleId)
  const move = async () => {
    const result = await callServer(roleUser.changeMenuRoles, {
      ...{ userIds: [...userIds], roleIds: [roleId!], from: role.roleId },
    })
    onMoved()
    await tellDone('更换', result, { dialogs })
  }
  return (
    <div className={styles.asked}>
      <OneSelect
        id="role-instead"
        read={optionsRead(roles)}
        placeholder="换成哪个角色"
        value={roleId}
        options={others?.map((one) => ({ value: one.roleId, label: one.name }))}
        onChange={(next) => setRoleId(next as string | undefined)}
      />
      <Button
        type="primary"
        disabled={!roleId || !userIds.length}
        {...whileRunning(running)}
        onClick={() => void work(move)}
      >
        更换选中的 {userIds.length} 个用户
      </Button>
      {dialog}
    </div>
  )
}

/** 用户 of a role: who holds it; whoever may assign roles gives the marked ones another menu role. */
const RoleUsers = ({ role, roleType, onClose }: { role: Role; roleType: 'menu' | 'data'; onClose: () => void }) => {
  const [page, setPage] = useState(1)
  const [marked, setMarked] = useState<readonly string[]>([])
  const allowed = useAllowed()
  const moves = roleType === 'menu' && allowed({ need: needOf(roleUser.changeMenuRoles) })
  const answer = useCall(roleInfo.getUserListByRoleId, { roleId: role.roleId, roleType, page, pageSize })
  const onMoved = () => {
    setMarked([])
    setPage(1)
    void answer.refetch()
  }
  return (
    <Modal open title={`「${role.name}」的用户`} width={640} footer={null} onCancel={onClose}>
      <Space orientation="vertical" style={{ width: '100%' }}>
        {moves && role.users > 0 && <Move role={role} userIds={marked} onMoved={onMoved} />}
        <ReadFault error={answer.error} again={answer.refetch} old={answer.data} />
        <Table<Users[number]>
          size="small"
          rowKey="userId"
          loading={waiting(answer.loading)}
          dataSource={answer.data?.items ?? []}
          locale={emptyOf(answer, role.users ? `${role.users} 个用户，都不在当前区划的数据权限内` : '还没有分配给用户')}
          pagination={{ current: page, pageSize, total: answer.data?.total ?? 0, size: 'small', onChange: setPage }}
          rowSelection={
            moves
              ? {
                  // Marks stay while pages are turned: whom one moves may stand on several.
                  ...{ selectedRowKeys: [...marked], preserveSelectedRowKeys: true },
                  onChange: (keys) => setMarked(keys.map(String)),
                }
              : undefined
          }
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
      </Space>
    </Modal>
  )
}

export default RoleUsers
