import type { ResultOf } from '@yibao/shared/call.ts'
import type { roleUser } from '@yibao/shared/calls/role-user.ts'
import type { Tools } from '../kit/index.ts'
import styles from './parts.module.css'

type Shown = Pick<Tools, 'dialogs'>

/** Shows once what is kept nowhere. */
export const showSecret = (title: string, tips: string, secret: string, { dialogs }: Shown) =>
  dialogs.confirm({
    title,
    tips: (
      <>
        <p>{tips}</p>
        <p className={styles.secret}>{secret}</p>
      </>
    ),
    okText: '已记下',
    cancelText: '关闭',
  })

/** Shows a first password once. */
export const showPassword = ({ userName, initialPassword }: ResultOf<typeof roleUser.addUser>, tools: Shown) =>
  showSecret(
    `${userName} 的初始密码`,
    '只显示这一次，请当面或用安全的方式告诉本人。首次登录时须修改。',
    initialPassword,
    tools,
  )
