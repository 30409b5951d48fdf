import { connectBack } from '../src/ipc/child.ts'
import { hostFrameBytes } from '../src/ipc/pipe.ts'

// A host that loads anything and has a fault of its own in every call; in `die` it breaks the line and ends a moment later.
const peer = await connectBack(process.argv[2] ?? '', {
  maxBytes: hostFrameBytes,
  handle: async ({ verb, args }) => {
    if ((args as { fn?: string }).fn === 'die') {
      peer.close()
      setTimeout(() => process.exit(77), 100)
    }
    if (verb === 'call') throw new TypeError('a fault of ours')
    return {}
  },
})
await peer.closed
