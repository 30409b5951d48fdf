import type { CounterPorts } from '../ports.ts'
import type { Dispatch, WorldOf } from './world.ts'

/** Calls about prescriptions; their code comes when somebody has one that waits. */
export const rxCalls = ({ callServer }: CounterPorts, dispatch: Dispatch): WorldOf<'askRx'> => ({
  async askRx({ id }) {
    const { rx } = await import('@yibao/shared/calls/prescription.ts')
    const seen = await callServer(rx.get, { id }, { silent: true }).catch(() => undefined)
    if (seen) dispatch({ type: 'rxSeen', rx: seen })
  },
})
