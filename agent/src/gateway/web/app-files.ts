import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, normalize, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { consolePolicy } from '@yibao/shared/console-policy.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { AgentError } from '../../agent-error.ts'
import type { Gateway } from '../context.ts'
import { noConsolePage, pageHeaders } from '../pages.ts'

// The built console at /app/: the second door for shops whose console page is not https (agent 3.5).

const base = '<base href="/app/">'

/** index.html knows nothing of where it is served; whoever serves it says so (DESIGN 4). */
export const withBase = (html: string) =>
  /<base\b[^>]*>/i.test(html)
    ? html.replace(/<base\b[^>]*>/i, base)
    : html.replace(/<head[^>]*>/i, (head) => head + base)

const isFile = (path: string) => existsSync(path) && statSync(path).isFile()

/** The file under the folder that a URL path names, if it is one; never one outside of it. */
const fileFor = (folder: string, path: string) => {
  const name = normalize(path)
  if (name === '.' || name.startsWith('..') || name.startsWith(sep) || name.includes('\0')) return undefined
  return isFile(join(folder, name)) ? name : undefined
}

/** A page of the console has no extension; a missing file is missing. */
const isPage = (path: string) => path === 'index.html' || !(/\.\w+$/.test(path) || path.startsWith('assets/'))

/** Serves the console from this PC below /app/, where the server's policy allows it. */
export const addAppFiles = async (app: FastifyInstance, gateway: Gateway) => {
  await app.register(fastifyStatic, { root: gateway.consoleDir, serve: false, cacheControl: false })
  const config = { guard: 'app', area: 'files' } as const
  const enabled = () => {
    const { policy } = gateway.policy()
    if (!policy?.appEnabled) throw new AgentError('NOT_FOUND')
    return policy
  }
  /** To somebody who opens a page where there is no console: why, and what to do next. */
  const away = (reply: FastifyReply) =>
    reply
      .code(404)
      .headers({ ...pageHeaders, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(noConsolePage(gateway))
  app.get('/app', { config }, async (_, reply) => {
    if (!gateway.policy().policy?.appEnabled) return away(reply)
    return reply.header('cache-control', 'no-cache').redirect('/app/')
  })
  app.get<{ Params: { '*': string } }>('/app/*', { config }, async ({ params }, reply) => {
    const path = params['*']
    if (isPage(path) && !gateway.policy().policy?.appEnabled) return away(reply)
    const { erpOrigins } = enabled()
    // Only the ERP pages of the signed policy may frame it.
    const policy = consolePolicy({ framedBy: erpOrigins, agentPorts: [gateway.port()] })
    reply.header('content-security-policy', policy)
    const name = fileFor(gateway.consoleDir, path)
    if (name !== undefined && name !== 'index.html') {
      // vite puts a hash into the names under assets/: these never change.
      const hashed = name.startsWith(`assets${sep}`)
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      return reply.sendFile(name)
    }
    const index = join(gateway.consoleDir, 'index.html')
    if (!isPage(path) || !isFile(index)) throw new AgentError('NOT_FOUND')
    reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8')
    return withBase(readFileSync(index, 'utf8'))
  })
}
