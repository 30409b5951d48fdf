import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import iconv from 'iconv-lite'
import koffi from 'koffi'
import { post } from '../kit/post.ts'
import { args } from './driver.ts'

const start = async (name: string, ...more: string[]) => {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), more, { serialization: 'advanced' })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  const body = JSON.stringify({ args })
  const ask = async () => (await post(`http://127.0.0.1:${port}/`, { 'content-type': 'application/json' }, body)).ms
  return { child, ask }
}

/** The empty chain of the agent's parts, one more of them in each; a chain has a process of its own, as cold as the others. */
export const startChains = async () => {
  const [http, proof, desk, host] = await Promise.all(
    ['http', 'proof', 'desk', 'host'].map((part) => start('./empty.ts', 'gateway', part)),
  )
  const chains = { http: http!, proof: proof!, desk: desk!, host: host! }
  return {
    ...{ http: chains.http.ask, proof: chains.proof.ask, desk: chains.desk.ask, host: chains.host.ask },
    stop: () => {
      for (const { child } of Object.values(chains)) child.kill('SIGKILL')
    },
  }
}

/** A bare fastify and a bare forked process, asked with the bytes of a DLL call. */
export const startBare = async () => {
  const { child, ask } = await start('./bare.ts')
  return {
    post: ask,
    roundTrip: async () => {
      const begin = performance.now()
      const answered = once(child, 'message')
      child.send({ id: 1, verb: 'call', args: { fn: 'shapes', args } })
      await answered
      return performance.now() - begin
    },
    stop: () => {
      child.kill('SIGKILL')
    },
  }
}

/** The same function called in this very process; ms of one call. */
export const koffiAlone = (library: string) => {
  const native = koffi
    .load(library)
    .func('__cdecl', 'shapes', 'int64_t', [
      ...Array.from({ length: 5 }, () => koffi.pointer('uint8_t')),
      'double',
      koffi.inout(koffi.pointer('uint8_t')),
      koffi.inout(koffi.pointer('int32_t')),
    ])
  const { f, ...texts } = args
  const encoded = Object.values(texts).map((text) => Buffer.concat([iconv.encode(text, 'gb18030'), Buffer.alloc(1)]))
  return async (): Promise<number> => {
    const begin = performance.now()
    const out = Buffer.alloc(256)
    const length = [256]
    native(...encoded, f, out, length)
    iconv.decode(out.subarray(0, length[0]), 'gb18030')
    return performance.now() - begin
  }
}
