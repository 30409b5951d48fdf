import { auth, user } from '@yibao/shared/calls/auth.ts'
import { callServer } from '../../api/index.ts'
import { withPatience } from '../../api/patience.ts'
import { encodePasswords } from '../../state/password.ts'
import { type LoginResult, readToken, readUserInfo, saveLogin, type UserInfo } from '../../state/session.ts'

/** Who may be signed in: the refusal's text, undefined when he may. */
type Refuse = (login: LoginResult) => string | undefined

/** 管理员授权 leads to an administrator's account and no other (SPEC 4). */
export const onlyAdministrator: Refuse = ({ isAdminUser, isSuperAdmin, userName }) =>
  isAdminUser || isSuperAdmin ? undefined : `${userName} 不是管理员账号，请用管理员账号登录`

/** An administrator works as an operator and as nobody who could switch again: his record would be written over. */
export const onlyOperator: Refuse = ({ isAdminUser, isSuperAdmin, userName }) =>
  isAdminUser || isSuperAdmin ? `${userName} 是管理员账号，请用门店操作员的账号登录` : undefined

/** ms a server has for the log-off: the new session is there, and waits for no answer about the old one. */
const patience = 5000

// A session nobody uses any more is ended; if the server does not answer, it ends by its time.
const end = (token: string, userId: string) =>
  withPatience(patience, (signal) => callServer(user.logoff, { userId }, { silent: true, as: token, signal })).catch(
    () => undefined,
  )

interface Switching {
  refuse: Refuse
  /** What has to be kept, or forgotten, with the new session, whatever becomes of the old one. */
  kept: () => void
}

/**
 * Signs in as somebody else inside the shell: the session of this browser becomes his, the one before is logged off.
 * Whoever `refuse` does not want is logged off again and nothing changes. Answers who it is now, throws the refusal.
 */
export const signInAs = async (userName: string, password: string, { refuse, kept }: Switching): Promise<UserInfo> => {
  const key = await callServer(auth.publicKey, {})
  const [passWord] = await encodePasswords([password], key)
  const login = await callServer(auth.login, { userName, passWord: passWord!, isRefreshCache: true })
  const problem = refuse(login)
  if (problem) {
    void end(login.token, login.userInfo.userId)
    throw new Error(problem)
  }
  const [before, owner] = [readToken(), readUserInfo()?.userId]
  saveLogin(login)
  kept()
  if (before && owner) await end(before, owner)
  return login.userInfo
}
