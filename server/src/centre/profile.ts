import type { PluginForces } from './plugin/types.ts'

/** The two provincial editions of the national standard that we hold as data. */
export type Edition = 'JX' | 'HN'

export type Gateway =
  | { kind: 'TIF'; paasid: string; secret: string }
  /** apiName: a constant service name; absent = the transaction number. */
  | { kind: 'CSB'; accessKey: string; secretKey: string; apiName?: string; apiVersion: string }
  | { kind: 'NONE' }

/** The account of a gateway, whatever its kind calls it; a gateway without one has no signature either. */
export const accountOf = (gateway: Gateway): { account: string; secret: string } => {
  if (gateway.kind === 'TIF') return { account: gateway.paasid, secret: gateway.secret }
  return gateway.kind === 'CSB'
    ? { account: gateway.accessKey, secret: gateway.secretKey }
    : { account: '', secret: '' }
}

/** Everything in which one area's centre differs from another's. Data only: nothing asks for the area code. */
export interface CentreProfile {
  area: string
  edition: Edition
  /** Scheme, host and port (and a prefix, if any), before `paths`. */
  baseUrl: string
  /** Authority that signs the centre's certificate, PEM; absent = those the system trusts. */
  ca?: string
  paths: { call: string; upload: string; download: string }
  /** infno: the transaction number is appended to the path. */
  urlStyle: 'plain' | 'infno'
  contentType: 'application/json' | 'text/plain'
  gateway: Gateway
  recerSysCode: string
  infver: string
  /** Whether 2101 and 2102 carry certificate, name and person type for everybody or for out-of-area people only. */
  identityInSettle: 'always' | 'outOfArea'
  /** 2101 and 2102 carry the trace codes of each line's packs (drugtracinfo, domain.md 2.5). */
  traceInSettle: boolean
  /** 9101: the file as a part of a multipart body, or in the field `in` as base64 or as an array of its bytes. */
  uploadMode: 'multipart' | 'base64' | 'bytes' | 'signedBytes'
  /** fixmedins_code of a 9102 for catalogue files: the word plc, or the version of the 13xx call (domain.md 2.9). */
  catalogueFileCode: 'plc' | 'version'
  /** Which table reads stmt_rslt of 3201 and of 3202 result rows. */
  stmtRslt: Edition
  /** National names of the TXT columns of a 3202 result, in order (7 or 10). */
  resultColumns: readonly string[]
  /** fund_pay_sumamt includes the personal account (domain.md 4.2 I2); our books never do (fund-sum.ts). */
  fundIncludesAcct: boolean
  /** acct_pay already contains acct_mulaid_pay (domain.md 4.2 I4); in our books the account always does. */
  mulaidInAcct: boolean
  /** Answers of 2601 that say the original never arrived. Used only when it cannot arrive any more (DESIGN 7). */
  notFoundPatterns: readonly RegExp[]
  /** Answers of 1101 that say nobody of that credential is insured, as far as they carry no empty list (ux M12). */
  noPersonPatterns: readonly RegExp[]
  /** Answers of 1162 that say that a code is over, used or none (ux M11). */
  staleCodePatterns: readonly RegExp[]
  /** Answers of 2103 or 2601 that say it is already done. */
  alreadyReversedPatterns: readonly RegExp[]
  /** Answers of 3507 that say the centre holds nothing under the batch number. */
  notHeldPatterns: readonly RegExp[]
  /** Answers of 2101, 2102 that a pack's code is sold already, and that a line lacks one. */
  codeSoldPatterns: readonly RegExp[]
  codeMissingPatterns: readonly RegExp[]
  /** The centre answers a repeated msgid of 2102 or 2103 with the first answer. */
  repeatMsgid: boolean
  /** 5201 → 5204 without setl_id → 5203 finds a settlement whose answer was lost. */
  lookup: boolean
  /** Which transactions apply for a month's money, by the first of them (domain.md 2.10; operations/liquidation.ts). */
  claims: '3203' | '3203A' | '3692'
  /** How electronic prescriptions circulate (domain.md 7.1): not at all, or by 7202-7206. */
  circulation: 'none' | '7202'
  /** The transaction by which a centre tells its own figures of a period, as Jiangsu's do (domain.md 5.5). */
  figures: 'none' | '1320'
  /** By which edition's transactions residents' 高血压 and 糖尿病 are filed (domain.md 2.7; operations/two-diseases.ts). */
  twoDiseases: 'none' | '2691' | '2595'
  /** Whether settlements of persons insured elsewhere are confirmed month by month (3260-3262), and what of them. */
  clearing: 'none' | 'fund' | 'paid'
  /** clr_way of a settlement that was booked without one: 按项目 as the edition spells it. */
  usualClrWay: string
  /** Codes this area uses beyond its edition's tables, by type; longer codes that extend a known one need no entry. */
  localCodes: Readonly<Record<string, readonly string[]>>
  /** What plugins change in single transactions (docs/PLUGINS.md); absent where none is bound. */
  plugins?: PluginForces
}
