import { ne, or } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import { isFree } from '../../database/held.ts'
import { importJob } from './tables.ts'

/** A run that has not moved for this long has ended with its server. ms. */
export const lease = 60_000

/** SQL condition: no run brings its rows in now. */
export const isAtRest = ({ deps }: Pick<Context, 'deps'>) =>
  or(ne(importJob.state, 'running'), isFree(deps, importJob.leaseUntil, lease))
