import { and, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { Database } from '../../database/open.ts'
import { areasOf } from '../auth/grants.ts'
import { session, user } from '../auth/tables.ts'

/** Ends the administrators' sessions that stand in an area which their data roles no longer open. */
export const endLostAreas = async (db: Database, userIds: readonly string[]): Promise<void> => {
  const people = await db
    .selectDistinct({ id: user.id, isSuperAdmin: user.isSuperAdmin, sessionId: session.id, areaCode: session.areaCode })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(and(inArray(session.userId, [...userIds, '']), isNotNull(session.areaCode), isNull(session.storeId)))
  const lost: string[] = []
  for (const { sessionId, areaCode, ...person } of people) {
    const open = await areasOf(db, person)
    if (!open.some(({ code }) => code === areaCode)) lost.push(sessionId)
  }
  if (lost.length) await db.delete(session).where(inArray(session.id, lost))
}
