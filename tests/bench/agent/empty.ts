import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { connectBack, startChild } from '@yibao/agent/ipc/child.ts'
import { hostFrameBytes as maxBytes } from '@yibao/agent/ipc/frames.ts'
import Fastify from 'fastify'

// The agent's chain with nothing in it: a fastify that checks one P-256 signature, a process behind it that passes on and
// one behind that which answers, over the agent's own pipes. No session, no guard, no library: what is left is the floor.
// A shorter chain tells what a part of it costs: `http` checks nothing, `proof` passes nothing on, `desk` answers itself.

const [, file = '', role = '', pipe = ''] = process.argv

const startNext = async (next: string) => {
  const command = (its: string) => ({ file: process.execPath, args: [file, next, its] })
  const { peer } = await startChild({ command, env: process.env, stdio: 'ignore', startMs: 15_000, maxBytes })
  return peer
}

const serve = async (part: string) => {
  const desk = part === 'desk' || part === 'host' ? await startNext(part === 'desk' ? 'host' : 'desk') : undefined
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const text = Buffer.alloc(400, 'x')
  const signature = sign('sha256', text, privateKey)
  const app = Fastify()
  app.post('/', async ({ body }) => {
    if (part !== 'http' && !verify('sha256', text, publicKey, signature)) throw new Error('not signed')
    return { ok: true, result: desk ? await desk.request('call', body) : body }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  process.send?.({ port: (app.server.address() as { port: number }).port })
}

/** Answers what it is asked until its parent is gone. */
const answer = async (handle: (args: unknown) => Promise<unknown>) => {
  const parent = await connectBack(pipe, { maxBytes, handle: ({ args }) => handle(args) })
  await parent.closed
  process.exit(0)
}

if (role === 'gateway') await serve(pipe)
else if (role === 'desk') {
  const host = await startNext('host')
  await answer((args) => host.request('call', args))
} else await answer(async (args) => args)
