import type { AddressInfo } from 'node:net'
import { makeCentre } from './centre.ts'
import { makeFaults } from './faults.ts'
import { wholeCatalogue } from './national/files.ts'
import type { Running } from './serve.ts'
import { buildServer } from './server.ts'
import { openStore } from './store/open.ts'
import { seedPeople } from './store/people.ts'
import { type Clock, moment } from './time.ts'
import { seedDepartments } from './transactions/department.ts'
import { seedMappings } from './transactions/mapping.ts'

/** How to start a centre. */
export interface Options {
  /** 0 = a free one. */
  port: number
  /** The store is `dataDir/centre/centre.sqlite`. */
  dataDir: string
  /** Rows of the national catalogue, 250 000 when left out. */
  catalogueRows?: number | undefined
  /** Epoch ms; the machine's clock when left out. */
  clock?: Clock
  /** false: what was booked may be lost with the process, for a centre that nobody kills. */
  durable?: boolean
  /** What the `exit` fault does; kill -9 of this process when left out. */
  kill?: () => void
}

/** A running centre. */
export interface Simulator {
  url: string
  /** The centre's own moment, epoch ms (a clock fault moves it). */
  now: Clock
  close: () => Promise<void>
}

const makeClock = (base: Clock) => {
  let offset = 0
  let gatewayOffset = 0
  return {
    now: () => base() + offset,
    gateway: () => base() + gatewayOffset,
    /** Sets the centre's clock going from a moment; undefined sets it right again. */
    set: (iso: string | undefined, gatewayToo: boolean) => {
      offset = iso === undefined ? 0 : moment(iso) - base()
      gatewayOffset = gatewayToo ? offset : 0
    },
  }
}

/** Starts the centre on 127.0.0.1. /health answers 503 until the store is open. */
export const startSimulator = async (options: Options): Promise<Simulator> => {
  const clock = makeClock(options.clock ?? Date.now)
  const faults = makeFaults()
  const closing = new AbortController()
  let running: Running | undefined
  const server = await buildServer(() => running)
  server.addHook('preClose', () => closing.abort())
  server.addHook('onClose', () => running?.store.close())
  try {
    await server.listen({ port: options.port, host: '127.0.0.1' })
    const { store, fresh } = openStore(options.dataDir, options.durable)
    if (fresh) seedPeople(store, clock.now())
    seedMappings(store)
    seedDepartments(store)
    const kill = options.kill ?? (() => process.kill(process.pid, 'SIGKILL'))
    const centre = makeCentre(store, clock.now, options.catalogueRows ?? wholeCatalogue)
    running = { store, centre, faults, clock, gatewayClock: clock.gateway, kill, closing: closing.signal }
  } catch (error) {
    await server.close()
    throw error
  }
  const { port } = server.server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, now: clock.now, close: () => server.close() }
}
