import { createServer, type Server } from 'node:http'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { serverKeeps } from '@yibao/shared/kept-connections.ts'
import { notOpenWords } from './database/not-open.ts'
import { type Config, checkConfig, readConfig } from './process/config.ts'
import { isDatabaseGone } from './process/database-gone.ts'
import { personCode, restartCode } from './process/exit-codes.ts'
import { reportFault } from './process/fault.ts'
import { loadQuickly } from './process/loading.ts'
import { DataFolderTaken, takeDataFolder } from './process/lock.ts'
import { NotStarted } from './process/not-started.ts'
import { unavailable } from './process/unavailable.ts'
import type { Undo } from './start.ts'

/** ms that what is still under way gets when the server stops, behind the wait for its requests. */
const grace = 3500

/** ms between two looks whether a connection has sent its answer and waits for another request. */
const look = 100

const cacheOf = ({ dataDir }: Config) => process.env.NODE_COMPILE_CACHE ?? join(dataDir, 'cache')

const bind = (server: Server, { port, host }: Config) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** How a started server stops. */
interface Running {
  url: string
  /** Takes nobody any more; resolves when the requests under way have ended, or when nobody waits for them (`hurry`). */
  leave: () => Promise<void>
  hurry: () => void
  stop: () => Promise<void>
}

/** How connections are ended: `listenNoMore` lets those go on that have a request, `close` no longer than `grace`. */
const closing = (server: Server) => {
  let closed: Promise<unknown> | undefined
  const listenNoMore = () => {
    closed ??= new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
  }
  const close = async () => {
    listenNoMore()
    const idle = setInterval(() => server.closeIdleConnections(), look)
    const timer = setTimeout(() => server.closeAllConnections(), grace)
    await closed
    clearInterval(idle)
    clearTimeout(timer)
  }
  return { listenNoMore, close }
}

/**
 * Binds the port, so that everybody hears 503 instead of nothing, and only then loads the server itself. Answers its
 * address and how to stop it; `restart` is called when somebody asked for another start. Throws NotStarted, DataFolderTaken,
 * or what listen() throws.
 */
const start = async (config: Config, restart?: () => void): Promise<Running> => {
  checkConfig(config)
  const undo: Undo = [config.databaseUrl ? () => {} : takeDataFolder(config.dataDir)]
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    let handle = unavailable
    const server = createServer({ keepAliveTimeout: serverKeeps }, (request, reply) => handle(request, reply))
    await bind(server, config)
    const { listenNoMore, close } = closing(server)
    undo.push(close)
    // Compiled code of the last start, without which loading takes longer than everything else.
    enableCompileCache(cacheOf(config))
    const { startServer } = await import('./start.ts')
    const started = await startServer(config, server, close, undo, restart)
    handle = started.handle
    const { port } = server.address() as { port: number }
    const leave = () => {
      listenNoMore()
      return started.node.end()
    }
    const hurry = () => {
      started.node.hurry()
      server.closeAllConnections()
    }
    return { url: `http://${config.host}:${port}`, leave, hurry, stop }
  } catch (fault) {
    await stop()
    throw fault
  }
}

const inWords = (fault: unknown, { port }: Config): string => {
  if (fault instanceof DataFolderTaken) return fault.message
  if (fault instanceof NotStarted) return `医保云服务没有启动：${fault.message}`
  if ((fault as NodeJS.ErrnoException).code === 'EADDRINUSE')
    return `端口 ${port} 已被其他程序占用，请停止它，或用 PORT 指定另一个端口`
  if (isDatabaseGone(fault)) return '医保云服务没有启动：连不上 DATABASE_URL 指向的数据库，请检查它是否在运行'
  return `医保云服务没有启动：${notOpenWords(fault) ?? (fault as Error).stack ?? String(fault)}`
}

if (process.argv[1] === import.meta.filename) {
  const config = readConfig(process.env)
  const keep = loadQuickly(join(cacheOf(config), 'server-sources.json'))
  // Counters live by this process: what one piece of work forgot to catch is no reason to end all the others.
  process.on('unhandledRejection', (fault) => reportFault('unhandled', fault))
  // Node itself would print the values of a statement.
  process.on('uncaughtException', (fault) => {
    reportFault('uncaught', fault)
    process.exit(1)
  })
  try {
    const { url, leave, hurry, stop } = await start(config, () => void end(restartCode))
    console.log(`医保云服务已就绪 ${url}`)
    keep()
    let stopping = false
    const end = async (code: number) => {
      // Whoever says it twice does not wait.
      if (stopping) return hurry()
      stopping = true
      // A settlement whose connection we cut would be undone: it is let to its end, however long the centre takes.
      await leave()
      // A job may wait for the centre longer than we may wait for it; recovery takes up what it leaves.
      setTimeout(() => process.exit(code), grace + 1000).unref()
      await stop().catch((fault) => reportFault('stop', fault))
      process.exit(code)
    }
    process.on('SIGTERM', () => end(0))
    process.on('SIGINT', () => end(0))
  } catch (fault) {
    console.error(inWords(fault, config))
    process.exit(fault instanceof NotStarted ? personCode : 1)
  }
}
