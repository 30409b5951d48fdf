import { buildApp } from '@yibao/server/app.ts'
import { openDatabase } from '@yibao/server/database/open.ts'
import { makeDeps } from '@yibao/server/deps.ts'
import { allHandlers } from '@yibao/server/domains/handlers.ts'
import { readConfig } from '@yibao/server/process/config.ts'

// The server's application made in a process that has done nothing before, as at a start: every call becomes a route
// with its schema. Loading the code and opening the database come before the clock.

const config = readConfig({ ...process.env, CENTRE_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'silent' })
const { db } = await openDatabase(config)
const deps = makeDeps({ ...config, consoleDir: undefined }, db)
const begin = performance.now()
const app = await buildApp(deps, allHandlers)
await app.ready()
process.send?.({ ms: performance.now() - begin }, () => process.exit(0))
