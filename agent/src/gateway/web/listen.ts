import type { FastifyInstance } from 'fastify'
import { CannotStart } from '../../cannot-start.ts'

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'

/**
 * Listens on the first free of these ports, on loopback and nowhere else; answers the port. Throws CannotStart when
 * none is free.
 */
export const listenOnLoopback = async (app: FastifyInstance, ports: readonly number[]) => {
  for (const port of ports) {
    try {
      await app.listen({ host: '127.0.0.1', port })
      const address = app.server.address()
      if (typeof address === 'object' && address) return address.port
    } catch (error) {
      if (!isTaken(error)) throw error
    }
  }
  throw new CannotStart(
    `端口 ${ports.join('、')} ${ports.length > 1 ? '都' : ''}被占用，请退出占用它的程序，再启动本机助手`,
  )
}
