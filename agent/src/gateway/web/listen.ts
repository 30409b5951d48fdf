import type { FastifyInstance } from 'fastify'
import { CannotStart } from '../../cannot-start.ts'

// Windows refuses a port of a range that Hyper-V, WSL or Docker has set aside (WSAEACCES), though nobody listens there.
const refusals = ['EADDRINUSE', 'EACCES'] as const
type Refusal = (typeof refusals)[number]

const refusalOf = (error: unknown): Refusal | undefined =>
  refusals.find((code) => (error as { code?: string }).code === code)

const range = 'netsh int ipv4 show excludedportrange protocol=tcp'
const words: Record<Refusal, (ports: string) => string> = {
  EADDRINUSE: (ports) => `端口 ${ports}被占用，请退出占用它的程序，再启动本机助手`,
  EACCES: (ports) =>
    `端口 ${ports}被系统拒绝：在 Windows 保留的端口范围里（Hyper-V、WSL、Docker 会留出一段，运行 ${range} 可以看到），或被别的程序独占。请重新启动电脑，仍然如此时由管理员取消这段保留，再启动本机助手`,
}

/** What became of the ports and what to do, those of one cause together. */
const wordsOf = (refused: readonly { port: number; why: Refusal }[]) =>
  refusals
    .map((why) => ({ why, ports: refused.filter((one) => one.why === why).map(({ port }) => port) }))
    .filter(({ ports }) => ports.length)
    .map(({ why, ports }) => words[why](`${ports.join('、')} ${ports.length > 1 ? '都' : ''}`))
    .join('；')

/**
 * Listens on the first free of these ports, on loopback and nowhere else; answers the port. Throws CannotStart when
 * none is free.
 */
export const listenOnLoopback = async (app: FastifyInstance, ports: readonly number[]) => {
  const refused: { port: number; why: Refusal }[] = []
  for (const port of ports) {
    try {
      await app.listen({ host: '127.0.0.1', port })
      const address = app.server.address()
      if (typeof address === 'object' && address) return address.port
    } catch (error) {
      const why = refusalOf(error)
      if (!why) throw error
      refused.push({ port, why })
    }
  }
  throw new CannotStart(wordsOf(refused))
}
