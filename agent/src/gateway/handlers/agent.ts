import type { Gateway } from '../context.ts'
import type { Handler } from '../handler.ts'

const stateOf = async ({ version, identity, policy, desk, serverUrl, reach, checkup }: Gateway) => {
  const { pairing, policy: rules } = policy()
  const [server, found] = await Promise.all([reach(), checkup?.().catch(() => undefined)])
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
