import { product, protocol } from '@yibao/shared/agent/protocol.ts'
import { AgentError } from '../../agent-error.ts'
import type { Handler } from '../handler.ts'
import { setupPage, statusPage } from '../pages.ts'

const hello: Handler<'hello'> = async ({ version, identity, policy, clock }) => ({
  product,
  version,
  protocol,
  agentId: identity.agentId,
  pairing: policy().pairing,
  time: clock(),
})

const health: Handler<'health'> = async ({ ready }) => {
  if (!ready()) throw new AgentError('STARTING')
  return { ready: true }
}

export const openHandlers = {
  hello,
  health,
  'page.status': (async (gateway) => statusPage(gateway)) satisfies Handler<'page.status'>,
  'page.setup': (async ({ setupCodes }) => setupPage(setupCodes.issue())) satisfies Handler<'page.setup'>,
}
