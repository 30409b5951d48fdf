import { connectBack } from '../src/child.ts'
import { hostFrameBytes } from '../src/pipe.ts'

// A host that loads anything and has a fault of its own in every call.
const peer = await connectBack(process.argv[2] ?? '', {
  maxBytes: hostFrameBytes,
  handle: async ({ verb }) => {
    if (verb === 'call') throw new TypeError('a fault of ours')
    return {}
  },
})
await peer.closed
