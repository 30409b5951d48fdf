import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../call/context.ts'

/**
 * GET /health, by which balancers choose: 200 when the database answers, 503 otherwise, and from a node that leaves.
 * While the server starts main.ts answers 503 itself.
 */
export const health = async (app: FastifyInstance, { db, services }: Deps): Promise<void> => {
  app.get('/health', { schema: { hide: true } }, async (_, reply) => {
    if (services.node.leaving) return reply.code(503).header('retry-after', '1').send({ ok: false, leaving: true })
    try {
      await db.execute(sql`select 1`)
      return { ok: true }
    } catch {
      return reply.code(503).header('retry-after', '1').send({ ok: false })
    }
  })
}
