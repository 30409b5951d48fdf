import type { ResultOf } from '@yibao/shared/call.ts'
import type { roleUser } from '@yibao/shared/calls/role-user.ts'
import { Button } from 'antd'
import { copyText, Modal, type Tools } from '../kit/index.ts'
import styles from './parts.module.css'

type Shown = Pick<Tools, 'dialogs'>

interface Props {
  title: string
  tips: string
  secret: string
  onClose: () => void
}

/**
 * A secret that is shown once: neither a click beside the dialog nor a second Enter of whoever asked for it takes it
 * away, and it need not be typed off.
 */
export const SecretDialog = ({ title, tips, secret, onClose }: Props) => {
  return (
    <Modal
      open
      title={title}
      width={440}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={[
        // Plain-http pages have no clipboard.
        ...(navigator.clipboard
          ? [
              <Button key="copy" autoFocus onClick={() => void copyText(secret)}>
                复制
              </Button>,
            ]
          : []),
        <Button key="noted" type="primary" onClick={onClose}>
          已记下
        </Button>,
      ]}
    >
      <p>{tips}</p>
      <p className={styles.secret}>{secret}</p>
    </Modal>
  )
}

/** Shows once what is kept nowhere; resolves when it was put away. */
export const showSecret = (title: string, tips: string, secret: string, { dialogs }: Shown) =>
  dialogs.open<void>((done) => <SecretDialog title={title} tips={tips} secret={secret} onClose={() => done()} />)

/** Shows a first password once. */
export const showPassword = ({ userName, initialPassword }: ResultOf<typeof roleUser.addUser>, tools: Shown) =>
  showSecret(
    `${userName} 的初始密码`,
    '只显示这一次，请当面或用安全的方式告诉本人。首次登录时须修改。',
    initialPassword,
    tools,
  )
