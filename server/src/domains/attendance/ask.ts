import type { Deps } from '../../call/context.ts'
import type { Answer, Operation, Waiting } from '../../centre/client.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import type { StoreRow } from '../organisation/store.ts'
import { systemHeader } from './sign.ts'

/** One message to a store's centre by its system operator, signed in when needed; `insuredArea`: of whom it is about. */
export const runAsSystem = async <A, R>(
  deps: Deps,
  shop: StoreRow,
  operation: Operation<A, R>,
  args: A,
  { insuredArea, ...waiting }: Waiting & { insuredArea?: string },
): Promise<Answer<R>> => {
  const header = await systemHeader(deps, shop, insuredArea)
  return deps.services.centre.of(shop.areaCode).run(operation, args, header, waiting)
}

/** The same for a question, which changes nothing there; refuses what is no answer. ms. */
export const ask = async <A, R>(
  deps: Deps,
  shop: StoreRow,
  operation: Operation<A, R>,
  args: A,
  timeoutMs = 60_000,
): Promise<R> => {
  const answer = await runAsSystem(deps, shop, operation, args, { timeoutMs })
  return answer.kind === 'booked' ? answer.value : refuseOutcome(answer)
}
