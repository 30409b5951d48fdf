import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below the ports that systems hand out by themselves: between the answer and its use nobody's outgoing connection
// takes it, and neither does it while a killed program is started again.
const [from, to] = [20_000, 32_000]

/** Whether nobody listens on a port of 127.0.0.1: only then can it be bound. */
export const isFree = (port: number): Promise<boolean> =>
  new Promise<boolean>((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** Those of some ports where nobody listens, in their order. */
export const freeOf = async (ports: readonly number[]): Promise<number[]> => {
  const free = await Promise.all(ports.map(isFree))
  return ports.filter((_, i) => free[i])
}

/** A port of this machine where nobody listens. */
export const freePort = async (): Promise<number> => {
  const port = randomInt(from, to)
  return (await isFree(port)) ? port : freePort()
}
