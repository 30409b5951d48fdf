import { authPaths } from '@yibao/shared/calls/paths.ts'
import type { LoginResult } from '../state/session.ts'
import { ask, LoginError } from './post.ts'

export const silentTexts = {
  missing: '缺少登录信息，请从 ERP 重新打开',
  unknownKey: '没有匹配的页面，即将转到登录页',
} as const

interface SilentEntry {
  payload: Record<string, string>
  /** Where it leads, with what the launch says of a bill. */
  target: string
}

type Query = Record<string, string>

/** As a frame has it (shared/agent/erp.ts, which is not this file's to load): what cannot be a number of a bill is none. */
const billForm = /^\S(.{0,58}\S)?$/

/** What a page is told of the launch, by its path: numbers of bills and settlements only, never of a person (docs/ERP.md). */
const handed: Record<string, (query: Query) => Query> = {
  // The chosen disease goes back as a frame of this bill.
  '/disease-select': ({ billNo = '', revision = '' }) =>
    billForm.test(billNo) ? { billNo, ...(/^\d{1,9}$/.test(revision) && { revision }) } : {},
  // Of whatever day: the list finds a number among all.
  '/print-settlement': ({ billNo, setlId }): Query => {
    const number = setlId || billNo
    return number ? { 'f.keyword': number, 'f.slip': 'true' } : {}
  },
}

const withHanded = (path: string, query: Query): string => {
  const words = new URLSearchParams(handed[path]?.(query)).toString()
  return words ? `${path}?${words}` : path
}

/**
 * Checks the parameters of a silent login (SPEC 5) and says where it leads by `targetOf` (launchTarget of the menu, which
 * is not this file's to load). Throws LoginError with SPEC's two messages.
 */
export const silentEntry = (query: Query, targetOf: (query: Query) => string | undefined): SilentEntry => {
  const { companyId, clientNo, verifyCode, routeKey, isQrCode, isExOrder, interactiveMode } = query
  if (!companyId || !clientNo || !verifyCode) throw new LoginError(silentTexts.missing)
  const target = targetOf(query)
  if (!target) throw new LoginError(silentTexts.unknownKey)
  const payload: Record<string, string> = { companyId, clientNo, verifyCode: encodeURIComponent(verifyCode) }
  for (const [name, value] of Object.entries({ routeKey, interactiveMode })) if (value) payload[name] = value
  // What is neither of the two words is no yes.
  for (const [name, value] of Object.entries({ isQrCode, isExOrder }))
    if (value) payload[name] = String(value === 'true')
  return { payload, target: withHanded(target, query) }
}

/** Signs in without a person; the server answers a guest session for the two flags. */
export const silentSignIn = ({ payload }: SilentEntry): Promise<LoginResult> =>
  ask<LoginResult>(authPaths.silentLogin, payload)
