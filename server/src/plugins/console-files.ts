import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'

/**
 * The built console at `/`. Whoever serves index.html writes its `<base href>` (DESIGN 4), so one build works here and
 * under the agent's /app/. Paths without a file extension are the console's own routes.
 */
export const consoleFiles = fp(async (app: FastifyInstance, { folder }: { folder?: string }) => {
  const index = folder && join(folder, 'index.html')
  if (!folder || !index || !existsSync(index)) return
  const html = readFileSync(index, 'utf8').replace('<head>', '<head><base href="/">')
  await app.register(files, { root: folder, index: false, wildcard: false, immutable: true, maxAge: '30d' })
  const page = { schema: { hide: true } }
  const send = async (
    _: unknown,
    reply: { type: (t: string) => { header: (n: string, v: string) => { send: (b: string) => unknown } } },
  ) => reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(html)
  app.get('/', page, send)
  app.get('/*', page, async (request, reply) => {
    const path = request.url.split('?')[0]!
    return /^\/(prod-api|socket\.io|health)(\/|$)|\.\w{2,5}$/.test(path) ? reply.callNotFound() : send(request, reply)
  })
})
