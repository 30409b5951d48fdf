import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buildApp } from '@yibao/server/app.ts'
import { openDatabase } from '@yibao/server/database/open.ts'
import { makeDeps } from '@yibao/server/deps.ts'
import { allHandlers } from '@yibao/server/domains/handlers.ts'
import { readConfig } from '@yibao/server/process/config.ts'
import { watchMemory } from './memory.ts'

// The server itself in a process of its own, so that its memory is its own. A message starts and ends the watching.

const config = readConfig({ ...process.env, CENTRE_URL: 'http://127.0.0.1:9', LOG_LEVEL: 'silent' })
const { db } = await openDatabase(config)
const app = await buildApp(makeDeps({ ...config, customDataInfo: false, consoleDir: undefined }, db), allHandlers)
await app.ready()
const server = createServer((request, reply) => app.routing(request, reply))
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
let stop: (() => number) | undefined
process.on('message', () => {
  const grown = stop?.()
  stop = stop ? undefined : watchMemory()
  process.send?.({ grown: grown ?? 0 })
})
process.send?.({ port: (server.address() as AddressInfo).port })
