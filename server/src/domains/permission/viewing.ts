import { calls } from '@yibao/shared/calls/index.ts'
import { envelope } from '@yibao/shared/envelope.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, eq, inArray, isNotNull, lt, or } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import { Refusal, refuse } from '../../base/refuse.ts'
import { lineOf, type Operation, recordEnd } from '../../call/audit.ts'
import type { Context, Deps } from '../../call/context.ts'
import { Noted } from '../../call/noted.ts'
import type { SessionUser } from '../../call/session-user.ts'
import { operationLog } from '../../call/tables.ts'
import type { Database } from '../../database/open.ts'
import { loginResult, openSession } from '../auth/sessions.ts'
import { contextOf, standIn } from '../auth/stand-in.ts'
import { user as account, session } from '../auth/tables.ts'
import { changeable } from './person.ts'
import { needButton } from './reach.ts'

const action = '查看'

/**
 * Role/ViewAsUser: a session that sees what this account sees and changes nothing (view-only.ts). Of the account itself
 * nothing is touched: no login is counted, none of its sessions ends.
 */
export const viewAs = async ({ userId }: { userId: string }, c: Context) => {
  const { me, db, services } = c
  const person = await changeable(c, userId, action)
  const name = person.name || person.userName
  // Stopped with its store or company, it sees nothing: so does whoever looks.
  if (!(await standIn(c.deps, person.id, undefined))) refuse('user.stopped', { action, name })
  const viewer = { userId: me.userId, userName: me.userName, name: me.name, sessionId: me.sessionId }
  const token = await openSession({ db, access: services.access }, person, { viewer })
  const seen = await services.access.userOf(token)
  c.keep({ until: seen?.expiresAt && formatTime(seen.expiresAt) })
  return loginResult(c, token)
}

/** Why a view may not go on; undefined while it may. */
const fault = async (deps: Deps, { userId, viewedBy }: SessionUser): Promise<string | undefined> => {
  const alive = await deps.services.access.alive([viewedBy!.sessionId])
  if (!alive.size) return '查看人已退出登录'
  // In every area of his: which one he works in meanwhile does not matter.
  const viewer = await standIn(deps, viewedBy!.userId, undefined)
  if (!viewer) return '查看人已停用'
  if (!(await standIn(deps, userId, undefined))) return '账号已停用'
  try {
    const c = contextOf(deps, viewer)
    needButton(c, 'UserManagement', 'edit')
    await changeable(c, userId, action)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** The end of a view that nobody asked for, as an operation of whoever looked. */
const endOf = (user: SessionUser, reason: string, at: Date): Operation => {
  const noted = new Noted({ reason })
  noted.on.add(user.userName)
  const told = { input: {}, noted, answer: envelope({ result: null }) }
  const from = { ms: 0, ip: '', requestId: newId(at).slice(-12), client: '' }
  return { call: calls.auth.endView, name: 'auth.endView', user, ...told, ...from }
}

/**
 * Whose request a token makes. A view is looked at anew each time, as every session is: it ends with its
 * administrator's own session, with his right to it, and when the account may do more than he.
 */
export const callerOf = async (deps: Deps, token: string): Promise<SessionUser | undefined> => {
  const { access } = deps.services
  const user = await access.userOf(token)
  const reason = user?.viewedBy && (await fault(deps, user))
  if (!user || !reason) return user
  await access.end(user.sessionId)
  await recordEnd(deps, { operation: endOf(user, reason, deps.clock()) })
  return undefined
}

/** Forgets the views whose 30 minutes are over at a moment, and writes down when each of them ended. */
export const sweepViews = (db: Database, now: Date): Promise<void> =>
  db.transaction(async (tx) => {
    const over = await tx
      .delete(session)
      .where(and(lt(session.expiresAt, now), isNotNull(session.viewer)))
      .returning()
    const views = new Map(over.map((row) => [row.replaces ?? row.id, row]))
    if (!views.size) return
    // An older token goes before its view: another area was chosen.
    const ids = [...views.keys()]
    const left = await tx
      .select({ id: session.id, replaces: session.replaces })
      .from(session)
      .where(or(inArray(session.id, ids), inArray(session.replaces, ids)))
    for (const { id, replaces } of left) views.delete(replaces ?? id)
    for (const { userId, viewer, storeId, areaCode, expiresAt } of views.values()) {
      const [owner] = await tx.select({ userName: account.userName }).from(account).where(eq(account.id, userId))
      const user = {
        ...{ userId, userName: owner?.userName ?? '', viewedBy: viewer ?? undefined },
        ...{ storeId: storeId ?? undefined, areaCode: areaCode ?? undefined },
      } as SessionUser
      await tx.insert(operationLog).values(lineOf(endOf(user, '查看时间已到', expiresAt), expiresAt))
    }
  })
