import { setTimeout as sleep } from 'node:timers/promises'
import type { Gateway } from '../context.ts'
import type { Handler } from '../handler.ts'

/** ms that looking at the installation may take: a slow disk reads its files for as long. */
const lookMs = 5_000

const stateOf = async ({ version, identity, policy, desk, serverUrl, reach, checkup }: Gateway) => {
  const { pairing, policy: rules } = policy()
  const late = sleep(lookMs, undefined, { ref: false })
  const [server, found] = await Promise.all([reach(), Promise.race([checkup?.().catch(() => undefined), late])])
  return {
    agentId: identity.agentId,
    version,
    pairing,
    stores: rules?.stores ?? [],
    desk: desk.state,
    server: { url: serverUrl, ...server },
    ...(found && { checkup: found }),
  }
}

export const agentHandlers = {
  'agent.state': stateOf satisfies Handler<'agent.state'>,
  'agent.enrol': (async (gateway, { args }) => {
    await gateway.enrol(args.code)
    return stateOf(gateway)
  }) satisfies Handler<'agent.enrol'>,
}
