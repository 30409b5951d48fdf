import { authPaths } from '@yibao/shared/calls/paths.ts'
import type { LoginResult } from '../state/session.ts'
import { ask, LoginError } from './post.ts'

export const silentTexts = {
  missing: '缺少登录信息，请从 ERP 重新打开',
  unknownKey: '没有匹配的页面，即将转到登录页',
} as const

const qrPage = '/medical-insurance-settlement/qr-code'
const exOrderPage = '/abnormal-manager/abnormal-order-manager'

const on = (value: string | undefined) => value === 'true'

/** Whether it asks to proceed without logging in (SPEC 5). */
export const asksForGuest = ({ isQrCode, isExOrder }: Record<string, string>): boolean => on(isQrCode) || on(isExOrder)

interface SilentEntry {
  payload: Record<string, string>
  /** Where it leads. */
  target: string
}

/**
 * Checks the parameters of a silent login (SPEC 5) and says where it leads (SPEC 2). isQrCode and isExOrder go to their
 * page as a guest, whatever the routeKey. Throws LoginError with SPEC's two messages.
 */
export const silentEntry = (
  query: Record<string, string>,
  routeOfKey: (key: string | undefined) => string | undefined,
): SilentEntry => {
  const { companyId, clientNo, verifyCode, routeKey, isQrCode, isExOrder } = query
  if (!companyId || !clientNo || !verifyCode) throw new LoginError(silentTexts.missing)
  const target = on(isQrCode) ? qrPage : on(isExOrder) ? exOrderPage : routeOfKey(routeKey)
  if (!target) throw new LoginError(silentTexts.unknownKey)
  const payload: Record<string, string> = { companyId, clientNo, verifyCode: encodeURIComponent(verifyCode) }
  if (routeKey) payload.routeKey = routeKey
  // What is neither of the two words is no yes.
  for (const [name, value] of Object.entries({ isQrCode, isExOrder })) if (value) payload[name] = String(on(value))
  return { payload, target }
}

/** Signs in without a person; the server answers a guest session for the two flags. */
export const silentSignIn = ({ payload }: SilentEntry): Promise<LoginResult> =>
  ask<LoginResult>(authPaths.silentLogin, payload)
