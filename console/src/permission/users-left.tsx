import type { ResultOf } from '@yibao/shared/call.ts'
import type { roleUser } from '@yibao/shared/calls/role-user.ts'
import { ui } from '../api/ui.ts'
import { Modal, SmallTable, type Tools } from '../kit/index.ts'

type Done = ResultOf<typeof roleUser.stopUsers>

interface Props extends Done {
  verb: string
  onClose: () => void
}

/** Accounts that an action for several was not done to, each with its reason. */
const UsersLeft = ({ verb, done, left, onClose }: Props) => (
  <Modal
    open
    width={640}
    title={`${verb}：完成 ${done} 个，未完成 ${left.length} 个`}
    okText="知道了"
    cancelButtonProps={{ style: { display: 'none' } }}
    onOk={onClose}
    onCancel={onClose}
  >
    <SmallTable head={['用户名', '真实姓名', '没有完成的原因']}>
      {left.map(({ userId, userName, name, reason }) => (
        <tr key={userId}>
          <td>{userName || '--'}</td>
          <td>{name || '--'}</td>
          <td>{reason}</td>
        </tr>
      ))}
    </SmallTable>
  </Modal>
)

/** Says how many accounts something was done to; which it was not done to, and why, is to be read. */
export const tellDone = async (verb: string, { done, left }: Done, { dialogs }: Pick<Tools, 'dialogs'>) => {
  if (!left.length) return ui().success(`已${verb} ${done} 个用户`)
  await dialogs.open<void>((close) => <UsersLeft verb={verb} done={done} left={left} onClose={() => close()} />)
}
