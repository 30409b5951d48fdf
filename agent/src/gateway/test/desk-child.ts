import { AgentError } from '../../agent-error.ts'
import { connectBack } from '../../ipc/child.ts'
import { deskFrameBytes, type Peer, type PeerRequest } from '../../ipc/pipe.ts'

// A desk of its own process for tests of the gateway's side: answers `echo`, dies on `die`, never answers `hang`.

const verbs: Record<string, (request: PeerRequest) => unknown> = {
  echo: ({ args, deadlineMs, caller }) => ({ args, deadlineMs, caller }),
  env: () => ({ code: process.env.ENROL_CODE ?? null }),
  die: () => process.kill(process.pid, 'SIGKILL'),
  hang: () => new Promise(() => {}),
  refuse: () => {
    throw new AgentError('PIN_WRONG', { left: 2 })
  },
  odd: () => {
    throw Object.assign(new AgentError('INTERNAL'), { code: 'NO_SUCH_CODE' })
  },
  ask: async () => {
    const refused = await peer.request('hsm.exchange', {}).catch(({ code }: AgentError) => code)
    peer.emit('driver.state', { refused })
    return 'asked'
  },
}

const path = process.argv[process.argv.indexOf('--connect') + 1]!
if (process.argv.includes('--wrong')) process.env.YIBAO_PIPE_SECRET = 'x'
const peer: Peer = await connectBack(path, {
  maxBytes: deskFrameBytes,
  handle: async (request) => verbs[request.verb]!(request),
}).catch(() => process.exit(3))
peer.emit('card.inserted', { pid: process.pid })
await peer.closed
