import { hadAgent } from './known.ts'
import { connect } from './link.ts'
import { type AgentState, type AgentStore, useAgent } from './store.ts'

/** ms that another tab, which leads, may take to find the agent for this one. */
const searchMs = 5_000

/** Looks for the agent now, as a person asked for it; how it stands then. */
export const search = async (): Promise<AgentStore> => {
  await connect(true)
  if (useAgent.getState().state === 'searching')
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer)
        stop()
        resolve()
      }
      const timer = setTimeout(end, searchMs)
      const stop = useAgent.subscribe(({ state }) => state !== 'searching' && end())
    })
  return useAgent.getState()
}

/** Whether this PC has an agent, and it is not to be reached just now: stopped, or another program answers in its place. */
export const isAway = (state: AgentState): boolean => state === 'stopped' || (state === 'foreign' && hadAgent())

/** Whether the agent, as far as is known, takes what is to be printed or sent. */
export const usable = (): boolean => ['connected', 'busy', 'driverFault'].includes(useAgent.getState().state)

/**
 * Whether the agent takes what is to be printed or sent now. One that was away a moment ago is looked for first: it may
 * have been started again, and the next look of the link would come seconds later.
 */
export const reach = async (): Promise<boolean> => {
  const { state } = useAgent.getState()
  if (state === 'searching' || isAway(state)) await search()
  return usable()
}
