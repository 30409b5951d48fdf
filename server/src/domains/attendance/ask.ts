import type { Operation } from '../../centre/client.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import type { Deps } from '../../context.ts'
import { type StoreRow, systemHeader } from './sign.ts'

/** A question to a store's centre, by its system operator, that changes nothing there; refuses what is no answer. ms. */
export const ask = async <A, R>(
  deps: Deps,
  shop: StoreRow,
  operation: Operation<A, R>,
  args: A,
  timeoutMs = 60_000,
): Promise<R> => {
  const header = await systemHeader(deps, shop)
  const answer = await deps.services.centre.of(shop.areaCode).run(operation, args, header, { timeoutMs })
  return answer.kind === 'booked' ? answer.value : refuseOutcome(answer)
}
