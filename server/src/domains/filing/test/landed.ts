import { eq } from 'drizzle-orm'
import type { Counter } from '../../settlement/test/counter.ts'
import { filing } from '../tables.ts'

/** The lost message of a filing can no longer arrive. */
export const landed = async ({ server }: Pick<Counter, 'server'>, id: string): Promise<void> => {
  await server.deps.db
    .update(filing)
    .set({ sentAt: new Date(Date.now() - 3_600_000) })
    .where(eq(filing.id, id))
}
