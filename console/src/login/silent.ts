import { authPaths } from '@yibao/shared/calls/paths.ts'
import type { LoginResult } from '../state/session.ts'
import { ask, LoginError } from './post.ts'

export const silentTexts = {
  missing: '缺少登录信息，请从 ERP 重新打开',
  unknownKey: '没有匹配的页面，即将转到登录页',
} as const

interface SilentEntry {
  payload: Record<string, string>
  /** Where it leads. */
  target: string
}

/**
 * Checks the parameters of a silent login (SPEC 5) and says where it leads by `targetOf` (launchTarget of the menu, which
 * is not this file's to load). Throws LoginError with SPEC's two messages.
 */
export const silentEntry = (
  query: Record<string, string>,
  targetOf: (query: Record<string, string>) => string | undefined,
): SilentEntry => {
  const { companyId, clientNo, verifyCode, routeKey, isQrCode, isExOrder, interactiveMode } = query
  if (!companyId || !clientNo || !verifyCode) throw new LoginError(silentTexts.missing)
  const target = targetOf(query)
  if (!target) throw new LoginError(silentTexts.unknownKey)
  const payload: Record<string, string> = { companyId, clientNo, verifyCode: encodeURIComponent(verifyCode) }
  for (const [name, value] of Object.entries({ routeKey, interactiveMode })) if (value) payload[name] = value
  // What is neither of the two words is no yes.
  for (const [name, value] of Object.entries({ isQrCode, isExOrder }))
    if (value) payload[name] = String(value === 'true')
  return { payload, target }
}

/** Signs in without a person; the server answers a guest session for the two flags. */
export const silentSignIn = ({ payload }: SilentEntry): Promise<LoginResult> =>
  ask<LoginResult>(authPaths.silentLogin, payload)
