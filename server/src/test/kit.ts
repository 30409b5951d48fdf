import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import { type Envelope, envelope, messageOf } from '@yibao/shared/envelope.ts'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import type { Deps } from '../call/context.ts'
import type { AllHandlers } from '../call/mount.ts'
import { migrate } from '../database/migrate.ts'
import { type OpenDatabase, openPglite, openPostgres } from '../database/open.ts'
import { makeDeps } from '../deps.ts'
import { openSession } from '../domains/auth/sessions.ts'
import { user } from '../domains/auth/tables.ts'
import { allHandlers } from '../domains/handlers.ts'
import { type Config, readConfig } from '../process/config.ts'
import type { Live } from '../process/live.ts'
import { seed } from '../seed/index.ts'
import { refuseBeside } from './beside.ts'
import { leavePostgres, newPostgres, usual } from './postgres.ts'
import { snapshot } from './snapshot.ts'

export { type TestClock, testClock } from './clock.ts'
export { databases } from './postgres.ts'

export interface Answer<T> extends Envelope<T> {
  status: number
  headers: Record<string, string | number | string[] | undefined>
  /** The body of a file answer. */
  bytes: Buffer
}

type Headers = Record<string, string>

/** One browser: sends calls by their contract. */
export interface Client {
  token: string
  /** The whole answer, refusals too. An idempotent call gets a new key unless `headers` brings one. */
  send: <C extends Call>(call: C, input?: Partial<InputOf<C>>, headers?: Headers) => Promise<Answer<ResultOf<C>>>
  /** The result; throws with the refusal's text. */
  ok: <C extends Call>(call: C, input?: Partial<InputOf<C>>, headers?: Headers) => Promise<ResultOf<C>>
  /** Resolves when the server has nothing more under way for a progress: every question in between would cost it work. */
  ended: (progressId: string) => Promise<void>
}

export interface TestServer {
  app: FastifyInstance
  deps: Deps
  dataDir: string
  /** Of the test's own PostgreSQL database. */
  databaseUrl: string | undefined
  /** A client without a session. */
  nobody: Client
  /** A client logged in as a demo account; administrators work in `areaCode`, as after a choice of area. */
  as: (userName: string, options?: { areaCode?: string; guest?: boolean }) => Promise<Client>
  withToken: (token: string) => Client
  /** Opens a free port and answers its address; most tests need none. */
  listen: () => Promise<string>
  close: () => Promise<void>
}

export interface TestServerOptions {
  handlers?: Partial<AllHandlers>
  clock?: () => Date
  /** A clock that nobody sets, in ms; else `clock` is it. */
  steady?: () => number
  database?: 'pglite' | 'postgres'
  config?: Partial<Config>
  live?: Live
  /** A new production database with this password of `admin` in place of the demo data. */
  adminPassword?: string
}

const open = async (databaseUrl: string | undefined, adminPassword: string | undefined): Promise<OpenDatabase> => {
  if (databaseUrl) return openPostgres(databaseUrl, 5)
  if (!adminPassword) return openPglite(undefined, await snapshot())
  const opened = await openPglite()
  await migrate(opened)
  await seed(opened.db, { demo: false, adminPassword })
  return opened
}

/** The whole server over a fresh seeded database and a data folder of its own. */
export const startTestServer = async ({
  handlers = allHandlers,
  clock,
  steady,
  database = usual,
  config,
  live,
  adminPassword,
}: TestServerOptions = {}): Promise<TestServer> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-server-'))
  const base = readConfig({ DATA_DIR: dataDir, CENTRE_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'silent' })
  const databaseUrl = database === 'postgres' && !adminPassword ? await newPostgres() : undefined
  const opened = await open(databaseUrl, adminPassword)
  refuseBeside(opened.db)
  const deps = makeDeps({ ...base, customDataInfo: false, consoleDir: undefined, ...config }, opened.db, {
    clock,
    steady,
    live,
    statements: opened.statements,
  })
  const app = await buildApp(deps, handlers)
  await app.ready()
  // As the start does, before anything leaves.
  await deps.services.leaps.look()
  const withToken = (token: string): Client => clientOf(app, token, deps)
  return {
    app,
    deps,
    dataDir,
    databaseUrl,
    nobody: withToken(''),
    withToken,
    as: async (userName, { areaCode, guest } = {}) => {
      const [row] = await opened.db.select().from(user).where(eq(user.userName, userName))
      if (!row) throw new RangeError(`no demo account ${userName}`)
      const { access } = deps.services
      return withToken(await openSession({ db: opened.db, access }, row, { areaCode, guest }))
    },
    listen: async () => {
      if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    },
    close: async () => {
      await app.close()
      await deps.services.works.stop()
      deps.services.centre.close()
      await opened.close()
      if (databaseUrl) await leavePostgres(databaseUrl)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A browser of an app over these parts, with a session's token. */
export const clientOf = (app: FastifyInstance, token: string, { services }: Deps): Client => {
  const send: Client['send'] = async (call, input = {}, headers = {}) => {
    const rest: Record<string, unknown> = { ...input }
    const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(rest[name] ?? '')
      delete rest[name]
      return encodeURIComponent(value)
    })
    const given = Object.entries(rest).filter(([, value]) => value !== undefined)
    const query = given.flatMap(([key, value]) =>
      (Array.isArray(value) ? value : [value]).map((one): [string, string] => [key, String(one)]),
    )
    const key = call.idempotent ? { 'idempotency-key': randomUUID() } : {}
    const response = await app.inject({
      method: call.method,
      url: `/prod-api${path}${call.method === 'GET' && query.length ? `?${new URLSearchParams(query)}` : ''}`,
      headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...key, ...headers },
      ...(call.method === 'POST' ? { payload: rest } : {}),
    })
    const json = String(response.headers['content-type']).includes('json')
    const { statusCode: status, headers: received, rawPayload: bytes } = response
    return { ...((json ? response.json() : envelope({})) as Envelope<never>), status, headers: received, bytes }
  }
  return {
    token,
    send,
    ended: (progressId) => services.works.ended(progressId),
    ok: async (call, input, headers) => {
      const answer = await send(call, input, headers)
      if (!answer.success) throw new Error(`${call.path}: ${answer.statusCode} ${messageOf(answer)}`)
      return answer.result as ResultOf<typeof call>
    },
  }
}
