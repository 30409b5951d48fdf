import type { ResultOf } from '@yibao/shared/call.ts'
import { roleUser } from '@yibao/shared/calls/role-user.ts'
import { storeUser } from '@yibao/shared/calls/store-user.ts'
import { passwordsDiffer } from '@yibao/shared/password.ts'
import { shortTime } from '@yibao/shared/time.ts'
import { Table } from 'antd'
import { useCall } from '../api/index.ts'
import { Actions, act, Drawer, emptyOf, needOf, ReadFault, Status, useDialogs, waiting } from '../kit/index.ts'
import { useCan } from '../state/me.ts'
import { MenuRolesSelect } from './roles-select.tsx'
import { showPassword } from './secret.tsx'

type Row = ResultOf<typeof storeUser.pullStoreUsers>[number]
interface Shop {
  id: string
  name: string
}

const fields = ['userName', 'surName', 'name', 'sex', 'mobilePhone', 'password', 'confirmPassword'] as const

const addUser = (withRoles: boolean) =>
  act({
    key: 'add',
    text: '新增用户',
    primary: true,
    call: storeUser.createUser,
    input: ({ id }: Shop) => ({ storeId: id, isAdminUser: false, menuRoleIds: [], dataRoleIds: [] }),
    form: {
      wide: true,
      title: ({ name }: Shop) => `新增「${name}」的用户`,
      fields: withRoles ? [...fields, 'menuRoleIds'] : fields,
      intro: withRoles ? '没有菜单角色的用户不能使用任何页面。' : '菜单角色请管理员在用户管理中分配。',
      inputs: { menuRoleIds: MenuRolesSelect },
      check: ({ password, confirmPassword }) =>
        confirmPassword && password !== confirmPassword ? { confirmPassword: passwordsDiffer } : undefined,
    },
    done: '用户已新增',
  })

const resetPassword = act({
  key: 'reset',
  text: '重置密码',
  call: storeUser.resetPassword,
  shown: ({ manageable }: Row) => manageable,
  input: ({ userId }: Row) => ({ id: userId }),
  confirm: ({ name, userName }: Row) => ({
    title: `重置「${name || userName}」的密码`,
    tips: '原密码立即失效，已登录的页面会退出。新密码只显示一次。',
  }),
  after: (result, _, tools) => showPassword(result, tools),
})

/** The operators of one store: who they are, a new one, a new first password (domain.md 8.3). */
const StoreUsers = ({ shop, onClose }: { shop: Shop; onClose: () => void }) => {
  const can = useCan()
  const mayAssign = (needOf(roleUser.getMenuRoleByUser) ?? []).some((wanted) => can(wanted))
  const [dialogs, dialog] = useDialogs()
  const { data, error, loading, refetch } = useCall(storeUser.pullStoreUsers, { id: shop.id })
  const tools = { dialogs, refetch }
  return (
    <Drawer
      open
      size={Math.min(720, innerWidth)}
      title={`「${shop.name}」的用户`}
      onClose={onClose}
      extra={<Actions actions={[addUser(mayAssign)]} target={shop} tools={tools} />}
    >
      <ReadFault error={error} again={refetch} old={data} />
      <Table<Row>
        size="small"
        rowKey="userId"
        loading={waiting(loading)}
        dataSource={data ?? []}
        pagination={false}
        scroll={{ x: 'max-content' }}
        locale={emptyOf({ data, error }, '还没有用户，按「新增用户」添加')}
        columns={[
          { title: '用户名', dataIndex: 'userName' },
          { title: '真实姓名', dataIndex: 'name' },
          // A phone has no room for it.
          {
            title: '最近登录',
            dataIndex: 'lastLoginAt',
            responsive: ['sm'],
            render: (at) => (at ? shortTime(at, new Date()) : '--'),
          },
          {
            title: '状态',
            dataIndex: 'state',
            render: (state) => (
              <Status tone={state === 'enabled' ? 'good' : 'off'}>{state === 'enabled' ? '启用' : '停用'}</Status>
            ),
          },
          {
            title: '操作',
            key: 'reset',
            render: (_, row) => <Actions inRow actions={[resetPassword]} target={row} tools={tools} />,
          },
        ]}
      />
      {dialog}
    </Drawer>
  )
}

export default StoreUsers
