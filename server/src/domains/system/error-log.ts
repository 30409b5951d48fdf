import type { InputOf } from '@yibao/shared/call.ts'
import type { errorLog } from '@yibao/shared/calls/auth.ts'
import { and, count, eq, gt } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import type { Context } from '../../call/context.ts'
import { operationLog } from '../../call/tables.ts'

const callName = 'errorLog.add'
const perMinute = 20
const longest = 4000

// Long digit runs are card, identity and phone numbers; long words are tokens, except the dotted paths of a stack trace.
const personal: [RegExp, string][] = [
  [/\d{17}[\dXx]/g, '[证件号]'],
  [/\d{7,}/g, '[号码]'],
  [/[A-Za-z0-9+/]{32,}={0,2}|[\w-]{20,}(\.[\w-]+)*/g, '[密文]'],
]

/** A text of a browser without numbers and tokens; the query of an address falls away. */
export const redact = (text: string): string =>
  personal
    .reduce((rest, [pattern, name]) => rest.replace(pattern, name), text.replace(/\?[^\s"')]*/g, ''))
    .slice(0, longest)

/** Keeps an error of a page in the operation log, redacted; more than 20 a minute of one user are dropped in silence. */
export const addErrorLog = async (
  { message, page, detail }: InputOf<typeof errorLog.add>,
  { db, me, now, ip, requestId }: Context,
): Promise<null> => {
  const since = new Date(now.getTime() - 60_000)
  const [recent] = await db
    .select({ n: count() })
    .from(operationLog)
    .where(and(eq(operationLog.userId, me.userId), eq(operationLog.call, callName), gt(operationLog.at, since)))
  if ((recent?.n ?? 0) >= perMinute) return null
  await db.insert(operationLog).values({
    id: newId(now),
    at: now,
    userId: me.userId,
    userName: me.userName,
    storeId: me.storeId,
    areaCode: me.areaCode,
    call: callName,
    action: '页面错误',
    record: { page: redact(page), detail: detail === undefined ? '' : redact(JSON.stringify(detail)) },
    ok: false,
    message: redact(message),
    ms: 0,
    ip,
    requestId,
  })
  return null
}
