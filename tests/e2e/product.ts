import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Switches } from '@yibao/agent/simulator/switches.ts'
import { type Api, login } from '../../tools/api.ts'
import { buildConsole } from '../../tools/built-console.ts'
import { type Centre, centreOf } from '../../tools/centre.ts'
import { freePort } from '../../tools/free-port.ts'
import { type Program, program } from './program.ts'
import { seedInto } from './seeded.ts'

/** The whole real product on free ports, as `npm start` puts it together, with a data folder of its own. */
export interface Product {
  /** The console as the agent serves it: readers and printers work. */
  app: string
  /** The console as the server serves it. */
  site: string
  server: Program
  agent: Program
  simulator: Program
  centre: Centre
  dataDir: string
  /** What is in the readers and how the printer is; anything absent is the good case (docs/SIMULATOR.md). */
  devices: (switches: Partial<Switches>) => void
  /** A session of a demo account outside of the browser. */
  as: (userName: string) => Promise<Api>
  end: () => Promise<void>
}

interface ProductOptions {
  /** false: the agent of a new PC, which nobody has bound yet. */
  enrolled?: boolean
}

/** `env` reaches all three programs: waiting times, for example. The database is the embedded one unless it names another. */
export const startProduct = async (
  env: NodeJS.ProcessEnv = {},
  { enrolled = true }: ProductOptions = {},
): Promise<Product> => {
  const consoleDir = await buildConsole()
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-e2e-'))
  await seedInto(dataDir, { embedded: !env.DATABASE_URL })
  const [port, agentPort, centrePort] = await Promise.all([freePort(), freePort(), freePort()])
  const enrolCode = randomBytes(12).toString('base64url')
  const common = {
    ...{ TZ: 'Asia/Shanghai', DATA_DIR: dataDir, CONSOLE_DIR: consoleDir, LOG_LEVEL: 'warn', DATABASE_URL: '' },
    ...env,
  }

  const simulator = program('server/src/simulator/main.ts', [], centrePort!, {
    ...common,
    CENTRE_PORT: String(centrePort),
  })
  const server = program('server/src/main.ts', [], port!, {
    ...common,
    // As a server mostly stands; the counter's PC and its browser are in Shanghai.
    TZ: 'UTC',
    PORT: String(port),
    AGENT_PORT: String(agentPort),
    CONSOLE_ORIGINS: '',
    CENTRE_URL: simulator.url,
    ENROL_CODE: enrolCode,
  })
  const agent = program('agent/src/main.ts', ['gateway'], agentPort!, {
    ...common,
    AGENT_PORT: String(agentPort),
    SERVER_URL: server.url,
    ENROL_CODE: enrolled ? enrolCode : '',
  })
  const parts = [agent, server, simulator]
  const end = async () => {
    // At once: no test looks at what one of them does without the others.
    await Promise.all(parts.map((part) => part.stop()))
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await Promise.all([simulator.start(), server.start()])
    await agent.start()
  } catch (fault) {
    await end()
    throw fault
  }
  return {
    app: `${agent.url}/app`,
    site: server.url,
    server,
    agent,
    simulator,
    centre: centreOf(simulator.url),
    dataDir,
    devices: (switches) => {
      mkdirSync(dataDir, { recursive: true })
      const file = join(dataDir, 'simulator.json')
      // Renamed into place: a device never reads half a file.
      writeFileSync(`${file}.new`, JSON.stringify(switches))
      renameSync(`${file}.new`, file)
    },
    as: (userName) => login(server.url, userName),
    end,
  }
}
