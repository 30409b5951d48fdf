import { refuse } from '../../base/refuse.ts'
import type { Context } from '../../call/context.ts'
import { claimsOn, oneOn, type Renew } from '../../database/claims.ts'
import type { Department } from './department-rows.ts'
import { department } from './tables.ts'

/** Takes departments for one message (claims.ts). */
export const claimed = claimsOn(department)

const alone = oneOn(department)

/** The same for one; refuses while somebody else has it. */
export const claimedOne = <T>(
  c: Context,
  one: Department,
  work: (one: Department, renew: Renew) => Promise<T>,
): Promise<T> => alone(c.deps, one.id, work, () => refuse('department.busy', { name: one.name }))
