import { user } from '@yibao/shared/calls/auth.ts'
import { callServer } from '../api/index.ts'
import { withPatience } from '../api/patience.ts'
import { ui } from '../api/ui.ts'
import { setMe } from '../state/me.ts'
import { leaveToLogin } from '../state/place.ts'
import { forgetSession, readToken, readUserInfo } from '../state/session.ts'
import { dropTabs } from '../state/tab-store.ts'
import { letGo, mayEnd } from './leaving.ts'

/** ms (SPEC 9). */
const delay = 300
/** ms a server has for the log-off: one that hangs keeps nobody at the counter. The session then ends by its time. */
const patience = 5000

const logOff = (userId: string) =>
  withPatience(patience, (signal) => callServer(user.logoff, { userId }, { silent: true, signal })).catch(
    () => undefined,
  )

/** Logout (SPEC 4): wait, log off (a refusal is ignored), forget everything, go to the login page. Asks nothing. */
export const leave = async (): Promise<void> => {
  ui().loading('正在退出登录…', { autoClose: true })
  await new Promise((resolve) => setTimeout(resolve, delay))
  const userId = readUserInfo()?.userId
  if (readToken() && userId) await logOff(userId)
  letGo()
  forgetSession()
  setMe(null)
  dropTabs()
  leaveToLogin('')
}

/** Logout of who may: what is unsaved is asked about first. */
export const logout = async (): Promise<void> => {
  if (await mayEnd('退出登录')) await leave()
}
