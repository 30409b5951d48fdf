import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { claimsOn, type Renew } from '../../database/claims.ts'
import type { Department } from './department-rows.ts'
import { department } from './tables.ts'

/** Takes departments for one message (claims.ts). */
export const claimed = claimsOn(department)

/** The same for one; refuses while somebody else has it. */
export const claimedOne = <T>(
  c: Context,
  one: Department,
  work: (one: Department, renew: Renew) => Promise<T>,
): Promise<T> =>
  claimed(c, [one.id], async ([mine], renew) =>
    mine ? work(mine, renew) : refuse('department.busy', { name: one.name }),
  )
