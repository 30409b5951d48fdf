import type { Database } from '../../database/open.ts'
import { approvalEvent } from './tables.ts'

interface Happened {
  at: Date
  /** What was done, as people call it. */
  move: string
  text?: string | null
  by: string
}

/** Adds to the record of an application. */
export const record = async (db: Database, requestId: string, { at, move, text, by }: Happened): Promise<void> => {
  await db.insert(approvalEvent).values({ requestId, at, move, text: text ?? '', by })
}
