import { randomBytes } from 'node:crypto'
import type { InputOf, ResultOf } from '@yibao/shared/call.ts'
import type { company as calls } from '@yibao/shared/calls/company.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, sql } from 'drizzle-orm'
import { sha256hex } from '../../base/hash.ts'
import type { Context } from '../../call/context.ts'
import { user } from '../auth/tables.ts'
import { fitsVerifyCode, formerKeys } from '../auth/verify-code.ts'
import { client, company, store } from '../organisation/tables.ts'
import { findCompany, holdCompany } from './rows.ts'

const hour = 3_600_000

/** A verify code that nobody guesses, and what is kept of it. */
export const newKey = (): { verifyCode: string; verifyHash: string } => {
  const verifyCode = randomBytes(18).toString('base64url')
  return { verifyCode, verifyHash: sha256hex(verifyCode) }
}

/**
 * Company/RotateKey: the codes before it open for the hours that counters were given with each, and no longer; without
 * hours none does. So whoever did not read the answer asks again, and no counter is cut off by it.
 */
export const rotateKey = async (
  { companyId, graceHours }: InputOf<typeof calls.rotateKey>,
  c: Context,
): Promise<ResultOf<typeof calls.rotateKey>> => {
  const { verifyCode, verifyHash } = newKey()
  const hours = Number(graceHours)
  const until = new Date(c.now.getTime() + hours * hour)
  return c.db.transaction(async (tx) => {
    // Of two at once the second finds the first's code, and leaves it to whoever has read it.
    await holdCompany(tx, companyId)
    const before = await findCompany({ db: tx }, companyId)
    const known = hours ? formerKeys(before, c.now) : []
    const isFollowed = hours > 0 && before.verifyHash !== null
    const older = known.map((one) => ({ hash: one.hash, until: one.until.toISOString() }))
    const former = { formerHash: isFollowed ? before.verifyHash : null, formerUntil: isFollowed ? until : null }
    await tx
      .update(company)
      .set({ verifyHash, keyAt: c.now, ...former, olderKeys: older })
      .where(eq(company.id, companyId))
    c.on(`${companyId} ${before.name}`)
    return { companyId, verifyCode, formerUntil: isFollowed ? formatTime(until) : undefined }
  })
}

type Link = ResultOf<typeof calls.testLink>

/** Company/TestLink: what a silent login with these would meet, told to somebody who may know it. */
export const testLink = async (
  { companyId, verifyCode, clientNo }: InputOf<typeof calls.testLink>,
  c: Context,
): Promise<Link> => {
  const found = await findCompany(c, companyId)
  const stores = await c.db.$count(store, and(eq(store.companyId, companyId), eq(store.closed, false)))
  const clients = await c.db.$count(client, eq(client.companyId, companyId))
  const answer = (ok: boolean, text: string, storeName = ''): Link => ({ ok, text, stores, clients, storeName })
  if (found.stopped) return answer(false, '公司已停用')
  if (!fitsVerifyCode(verifyCode, found, c.now)) return answer(false, '验证码不正确')
  if (!stores) return answer(false, '公司还没有门店')
  if (!clientNo) return answer(true, '公司编号和验证码可用')
  const [pc] = await c.db
    .select({
      name: store.name,
      closed: store.closed,
      stopped: user.stopped,
      there: sql<boolean>`${user.storeId} is not distinct from ${store.id}`,
    })
    .from(client)
    .innerJoin(store, eq(store.id, client.storeId))
    .innerJoin(user, eq(user.id, client.userId))
    .where(and(eq(client.companyId, companyId), eq(client.clientNo, clientNo)))
  if (!pc) return answer(false, `没有登记编号为 ${clientNo} 的客户端`)
  if (pc.closed) return answer(false, `${pc.name}已关闭`, pc.name)
  if (pc.stopped) return answer(false, '登记的操作员已停用，请在那台电脑上重新登记', pc.name)
  if (!pc.there) return answer(false, '登记的操作员已不在这家门店，请在那台电脑上重新登记', pc.name)
  return answer(true, '可以静默登录', pc.name)
}
