import type { ApprovalAction } from '@yibao/shared/approval.ts'
import { auth } from '@yibao/shared/calls/auth.ts'
import type { ReactNode } from 'react'
import { callServer } from '../api/index.ts'
import { encodePasswords } from '../state/password.ts'
import { CredentialsDialog } from './credentials.tsx'

/** What a second person is asked to approve. */
export interface Approval {
  action: ApprovalAction
  /** Made by approvalTarget. */
  target: string
  /** Name and amount, repeated for the person who approves (ux 3). */
  about: ReactNode
}

interface Props extends Approval {
  onClose: (authorizationId: string | undefined) => void
}

// Who is asked, in his own words.
const pharmacist = { title: '药师审核', okText: '以本人身份确认', cancelText: '不确认', nameLabel: '药师登录账号' }
const administrator = { title: '管理员授权', okText: '授权', cancelText: '不授权', nameLabel: '授权人用户名' }

/** A second person's approval of one action (SPEC 5): gives the authorizationId that the action's call takes. */
export const AuthorizeDialog = ({ action, target, about, onClose }: Props) => (
  <CredentialsDialog
    {...(action === 'prescription' ? pharmacist : administrator)}
    intro={about}
    submit={async (userName, password) => {
      const key = await callServer(auth.publicKey, {})
      const [passWord] = await encodePasswords([password], key)
      const given = await callServer(auth.authorize, { userName, passWord: passWord!, action, target })
      onClose(given.authorizationId)
    }}
    onClose={() => onClose(undefined)}
  />
)
