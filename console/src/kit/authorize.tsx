import type { ApprovalAction } from '@yibao/shared/approval.ts'
import type { InputOf } from '@yibao/shared/call.ts'
import type { approval as approvalCalls } from '@yibao/shared/calls/approval.ts'
import { auth } from '@yibao/shared/calls/auth.ts'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { callServer } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { encodePasswords } from '../state/password.ts'
import styles from './authorize.module.css'
import { CredentialsDialog } from './credentials.tsx'
import { useWork, whileRunning } from './use-work.ts'

/** What can be done where nobody is there who could give his word: the call is kept until somebody does. */
export interface Instead {
  /** The call, as Approval/Submit takes it. */
  ask: InputOf<typeof approvalCalls.submit>
  /** After it was kept; says so itself. Without it the dialog says it. */
  done?: () => void
}

/** What a second person is asked to approve. */
export interface Approval {
  action: ApprovalAction
  /** Made by approvalTarget. */
  target: string
  /** Name and amount, repeated for the person who approves (ux 3). */
  about: ReactNode
  instead?: Instead
}

interface Props extends Approval {
  onClose: (authorizationId: string | undefined) => void
}

// Who is asked, in his own words.
const pharmacist = { title: '药师审核', okText: '以本人身份确认', cancelText: '不确认', nameLabel: '药师登录账号' }
const administrator = { title: '管理员授权', okText: '授权', cancelText: '不授权', nameLabel: '授权人用户名' }

const Submit = ({ instead: { ask, done }, onClose }: { instead: Instead; onClose: () => void }) => {
  const [running, run] = useWork()
  const submit = async () => {
    // The dialog waits in every page; who asks from afar is the exception.
    const { approval } = await import('@yibao/shared/calls/approval.ts')
    const { count } = await callServer(approval.submit, ask)
    onClose()
    if (done) done()
    else ui().success(`已提交审批${count > 1 ? ` ${count} 项` : ''}，通过后自动执行`)
  }
  return (
    <p className={styles.instead}>
      授权人不在身边？
      <Button type="link" size="small" {...whileRunning(running)} onClick={() => void run(submit)}>
        提交审批
      </Button>
    </p>
  )
}

/** A second person's approval of one action (SPEC 5): gives the authorizationId that the action's call takes. */
export const AuthorizeDialog = ({ action, target, about, instead, onClose }: Props) => (
  <CredentialsDialog
    {...(action === 'prescription' ? pharmacist : administrator)}
    // The word is used by whoever asked for it, and by nobody who has left.
    leavable
    intro={about}
    submit={async (userName, password) => {
      const key = await callServer(auth.publicKey, {})
      const [passWord] = await encodePasswords([password], key)
      const given = await callServer(auth.authorize, { userName, passWord: passWord!, action, target })
      onClose(given.authorizationId)
    }}
    onClose={() => onClose(undefined)}
    below={instead && <Submit key="instead" instead={instead} onClose={() => onClose(undefined)} />}
  />
)
