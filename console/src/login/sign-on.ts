import { authPaths } from '@yibao/shared/calls/paths.ts'
import { safeTarget } from '../state/place.ts'
import type { LoginResult } from '../state/session.ts'
import { ask, LoginError } from './post.ts'
import { silentTexts } from './silent.ts'

interface SignOn {
  /** Gives the session, or throws what the login page shows. */
  login: () => Promise<LoginResult>
  /** Where it leads: a page of this console, never another site. */
  target: string
}

/**
 * Checks the parameters of a single sign-on from another system (/auth-redirect): a `token` of ours, which is exchanged
 * for another one, or the `code` of a company's client (SilentLogin); `redirect` is the page wanted. Throws LoginError.
 */
export const signOn = ({ token, code, companyId, clientNo, redirect }: Record<string, string>): SignOn => {
  const target = safeTarget(redirect)
  if (token) return { target, login: () => ask<LoginResult>(authPaths.refreshToken, {}, token) }
  if (!code || !companyId || !clientNo) throw new LoginError(silentTexts.missing)
  const payload = { companyId, clientNo, verifyCode: encodeURIComponent(code) }
  return { target, login: () => ask<LoginResult>(authPaths.silentLogin, payload) }
}
