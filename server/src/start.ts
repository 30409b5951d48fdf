import type { RequestListener, Server } from 'node:http'
import { join } from 'node:path'
import { buildApp } from './app.ts'
import { requireDataKey } from './data-key.ts'
import { beginLife, lifeBegan } from './database/life.ts'
import { migrate } from './database/migrate.ts'
import { openDatabase } from './database/open.ts'
import { makeDeps } from './deps.ts'
import { allowEnrolment } from './domains/agent/enrolment.ts'
import { allHandlers } from './domains/handlers.ts'
import type { ThisNode } from './domains/node/this-node.ts'
import { refreshCentres } from './domains/plugin/centre.ts'
import { endLife } from './domains/settlement/recover/life.ts'
import { jobs } from './jobs/index.ts'
import { LiveHub } from './plugins/live.ts'
import { type Config, warningsOf } from './process/config.ts'
import { unavailable } from './process/unavailable.ts'
import { hasNobody, seed } from './seed/index.ts'
import { policyWarning, requireServerKeys } from './server-keys.ts'

/** Steps that undo a start; stopping runs them from the last to the first. */
export type Undo = (() => Promise<void> | void)[]

/** What a started server does with the requests, and how it is told that it is about to end. */
interface Started {
  handle: RequestListener
  node: Pick<ThisNode, 'end' | 'hurry'>
}

/**
 * Opens, migrates and seeds the database, mounts every call, starts the jobs. Answers what takes the requests from now
 * on; `server` is bound already. `closeServer` waits for the requests under way,
 * `restart` ends this process for its supervisor to start it again.
 */
export const startServer = async (
  config: Config,
  server: Server,
  closeServer: () => Promise<void>,
  undo: Undo,
  restart?: () => void,
): Promise<Started> => {
  for (const warning of warningsOf(config)) console.error(warning)
  const database = await openDatabase(config)
  undo.push(database.close)
  if (database.warning !== undefined) console.error(database.warning)
  await migrate(database, (text) => console.log(text))
  await seed(database.db, config)
  if (await hasNobody(database.db))
    console.error('数据库里还没有任何账号，没有人能登录：请设置 ADMIN_PASSWORD 后重新启动，会建立管理员 admin')
  const live = new LiveHub()
  const deps = makeDeps(config, database.db, { ...database, live })
  // Only where somebody starts it again.
  if (config.supervised) deps.services.node.restart = restart
  undo.push(() => deps.services.centre.close())
  await requireDataKey(deps, {
    from: config.dataKey ? 'DATA_KEY' : join(config.dataDir, 'keys', 'data.key'),
    lost: config.dataKeyLost,
  })
  // Makes them at the first start: no login waits for it. Who lost the data key has lost the folder.
  await requireServerKeys(deps, { lost: config.serverKeysLost || config.dataKeyLost })
  const otherPolicy = await policyWarning(deps)
  if (otherPolicy !== undefined) console.error(otherPolicy)
  if (config.databaseRestored) {
    await endLife(deps.db)
    await beginLife(deps)
  }
  // One that nobody has noted could not be told from the one that takes its place.
  await lifeBegan(deps)
  // Before anything leaves: a leap is known by what was looked at before it.
  await deps.services.leaps.look()
  await refreshCentres(deps)
  if (config.enrolCode) await allowEnrolment(deps, config.enrolCode)
  const app = await buildApp(deps, allHandlers)
  await app.ready()
  undo.push(() => app.close())
  const report = (fault: Error) => app.log.error(fault)
  await live.attach(server, {
    access: deps.services.access,
    databaseUrl: config.databaseUrl,
    origins: config.namedOrigins,
    watch: database.watch,
    report,
  })
  undo.push(() => deps.services.works.stop())
  for (const job of jobs) undo.push(job.start({ ...deps, db: database.background }))
  // First the sockets end, which a closing server would wait for, then the requests under way, then the rest.
  undo.push(
    closeServer,
    () => live.close(),
    () => deps.services.lines.close(),
  )
  const { node } = deps.services
  return { handle: (request, reply) => (node.refusing ? unavailable : app.routing)(request, reply), node }
}
