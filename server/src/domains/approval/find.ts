import { and, eq } from 'drizzle-orm'
import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import type { Stored } from './kinds/kind.ts'
import { seenBy } from './rows.ts'
import { approvalRequest } from './tables.ts'

/** An application that the asker may see. */
export const findRequest = async (c: Context, id: string): Promise<Stored> => {
  const [row] = await c.db
    .select()
    .from(approvalRequest)
    .where(and(eq(approvalRequest.id, id), seenBy(c)))
  return row ?? refuse('not.found', { what: '这项审批申请' })
}
