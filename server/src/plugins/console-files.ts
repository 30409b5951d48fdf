import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import files from '@fastify/static'
import { buildOf, CONSOLE_BUILD_HEADER } from '@yibao/shared/console-build.ts'
import { consolePolicy } from '@yibao/shared/console-policy.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import fp from 'fastify-plugin'

/** What a file holds now: read again when its time stamp has moved; undefined when there is none. */
const fresh = (path: string) => {
  let known: { mtimeMs: number; text: string } | undefined
  return async (): Promise<string | undefined> => {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: undefined }))
    if (mtimeMs === undefined) return undefined
    if (known?.mtimeMs !== mtimeMs) known = { mtimeMs, text: await readFile(path, 'utf8') }
    return known.text
  }
}

/** ms between two looks at which build the folder holds. */
const lookEvery = 1000

/** What `read` gave at its last look; looks again behind the answer, so that no request waits for the disk. */
const latest = <T>(read: () => Promise<T>, pace: number) => {
  let known: T | undefined
  let at = Number.NEGATIVE_INFINITY
  const look = async () => {
    at = performance.now()
    known = await read().catch(() => undefined)
  }
  const now = (): T | undefined => {
    if (performance.now() - at >= pace) void look()
    return known
  }
  return { look, now }
}

interface Options {
  folder?: string
  agentPorts?: readonly number[]
  /** Pages of these origins may show the console in a frame; nobody else's, or a click could be led astray. */
  erpOrigins?: readonly string[]
  /** ms; tests look at every request. */
  pace?: number
}

const base = '<base href="/">'

/** index.html with the address it is served at (DESIGN 4). */
const withBase = (html: string) =>
  /<base\b[^>]*>/i.test(html) ? html.replace(/<base\b[^>]*>/i, base) : html.replace('<head>', `<head>${base}`)

/** config.json of the build with the ports agents are configured to listen on (agent.md 3.5). */
const withPorts = (json: string | undefined, agentPorts: readonly number[] | undefined): object => ({
  ...(json ? JSON.parse(json) : {}),
  ...(agentPorts ? { agentPorts } : {}),
})

/** Where config.json says that /prod-api is; a file that cannot be read hides no page. */
const baseUrlOf = (json = '{}'): unknown => {
  try {
    return JSON.parse(json)?.baseUrl
  } catch {
    return undefined
  }
}

/**
 * The built console at `/`: one build works here and under the agent's /app/. A new build counts at once, page and
 * chunks alike; a chunk of the last one is missing, never the page. Paths without a file extension are the console's
 * own routes. Every answer of /prod-api names the build that is served: register it before the calls.
 */
export const consoleFiles = fp(async (app: FastifyInstance, options: Options) => {
  const { folder, agentPorts, erpOrigins = [], pace = lookEvery } = options
  if (!folder || !existsSync(folder)) return
  const index = fresh(join(folder, 'index.html'))
  const settings = fresh(join(folder, 'config.json'))
  const build = latest(async () => buildOf((await index()) ?? ''), pace)
  await build.look()
  app.addHook('onRequest', async (request, reply) => {
    const now = request.url.startsWith('/prod-api/') ? build.now() : undefined
    if (now) reply.header(CONSOLE_BUILD_HEADER, now)
  })
  // Every file is looked up when it is asked for: a list made now would not know the next build's. Beside a script lies
  // the same one packed (tools/build-console.ts).
  await app.register(files, { root: folder, serve: false, index: false, preCompressed: true })
  const hidden = { schema: { hide: true } }
  const page = async (reply: FastifyReply) => {
    const html = await index()
    if (html === undefined) return reply.callNotFound()
    const baseUrl = baseUrlOf(await settings())
    const policy = consolePolicy({ framedBy: ["'self'", ...erpOrigins], agentPorts, baseUrl })
    reply.header('content-security-policy', policy)
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(withBase(html))
  }
  app.get('/', hidden, (_, reply) => page(reply))
  app.get('/config.json', hidden, async (_, reply) => {
    // Our serializer is the envelope's; this is a plain file.
    const text = JSON.stringify(withPorts(await settings(), agentPorts))
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text)
  })
  app.get<{ Params: { '*': string } }>('/*', hidden, async ({ params }, reply) => {
    const path = params['*']
    if (/^(prod-api|socket\.io|health)(\/|$)/.test(path)) return reply.callNotFound()
    if (path === 'index.html') return page(reply)
    // vite puts a hash into the names under assets/: these never change.
    if (path.startsWith('assets/')) return reply.sendFile(path, { maxAge: '30d', immutable: true })
    return /\.\w{2,5}$/.test(path) ? reply.sendFile(path, { maxAge: 0 }) : page(reply)
  })
})
