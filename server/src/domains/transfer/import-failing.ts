import type { Context } from '../../call/context.ts'
import type { BadRow } from './import-check.ts'
import type { importJob } from './tables.ts'

/** How many of the rows did not fit any more when their batch came in, and the first reason. */
export interface Left {
  rows: number
  reason: string
}

/** What is told of a sheet: the failing rows under its head, how many a run has left out, and what is left to do. */
interface Failing {
  head: string[]
  rows: BadRow[]
  left?: Left
  /** What somebody has to do himself about what came in, a sentence each. */
  said?: string[]
}

type Sealer = Pick<Context, 'services'>

/** As a job keeps it: sealed, '' for nothing. */
export const sealFailing = ({ services }: Sealer, failing: Failing): string =>
  failing.rows.length || failing.left?.rows || failing.said?.length ? services.vault.seal(JSON.stringify(failing)) : ''

/** What of a job's sheet does not come in, by now. */
export const failingOf = ({ services }: Sealer, { bad }: Pick<typeof importJob.$inferSelect, 'bad'>): Failing =>
  bad ? (JSON.parse(services.vault.open(bad)) as Failing) : { head: [], rows: [] }
