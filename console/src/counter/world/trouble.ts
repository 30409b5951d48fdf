import type { CounterPorts } from '../ports.ts'
import { refusalOf } from './refusal.ts'
import type { Dispatch, WorldOf } from './world.ts'

/** Tells the area's administrators; the contract comes when somebody does. */
export const troubleCalls = ({ callServer }: CounterPorts, dispatch: Dispatch): WorldOf<'report'> => ({
  async report({ cause, orderId, text }) {
    try {
      const { trouble } = await import('@yibao/shared/calls/trouble.ts')
      const { fresh } = await callServer(trouble.report, { cause, orderId, text }, { silent: true })
      dispatch({ type: 'reported', fresh })
    } catch (cause) {
      dispatch({ type: 'failed', refusal: refusalOf(cause) })
    }
  },
})
