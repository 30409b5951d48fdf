import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { continuation } from '@yibao/shared/calls/base.ts'
import { card, settlement } from '@yibao/shared/calls/counter.ts'
import { signIn } from '@yibao/shared/calls/store.ts'
import { PUB_SUB_HEADER } from '@yibao/shared/envelope.ts'
import { sql } from 'drizzle-orm'
import { type Client, startTestServer, type TestServer, type TestServerOptions } from '../../../test/kit.ts'
import { area } from '../../organisation/tables.ts'

/** A line of the centre's own book, as GET /simulator/book gives it. */
export interface BookRow {
  setl_id: string
  msgid: string
  infno: string
  psn_no: string
  undone: boolean
  refd_setl_flag: string
  medfee_sumamt: string
  [name: string]: unknown
}

/** A registration (2201) in the centre's own book. */
interface RegisteredRow {
  mdtrt_id: string
  ipt_otp_no: string
  /** When 2202 ended it; '' while it stands. */
  cancelled: string
  /** 2203 has said its kind. */
  described: boolean
  /** Charge lines that stand in it, and what settled them; '' for nothing. */
  lines: number
  setl_id: string
}

/** A sold or returned piece in the centre's own book; `data` is the row as it came. */
interface PieceRow {
  fixmedins_bchno: string
  infno: '3505' | '3506'
  sold_as: string
  data: Record<string, string>
}

/** What was filed for a person, in the centre's own book; `data` is the message as it came. */
interface FiledRow {
  infno: string
  serial: string
  data: Record<string, string>
}

/** A prescription in the centre's own book, with what pharmacies have told of it. */
interface IssuedRx {
  hi_rxno: string
  rx_stas_codg: string
  rx_used_stas_codg: string
  uses: number
  verdict: { fixmedins_code: string; stas: string } | null
  /** setl_id of the dispensing that stands, '' for none. */
  dispensed: string
  dispensings: {
    setl_id: string
    returned: number
    data: Record<string, unknown>
    /** The return as it came; null where none did. */
    back: Record<string, string> | null
  }[]
}

export interface Centre {
  url: string
  fault: (fault: Record<string, unknown>) => Promise<void>
  clearFaults: () => Promise<void>
  /**
   * Asks, does something else once a message (its infno, or a whole delay) has reached the centre, and has it answered then.
   */
  during: <T>(message: string | Record<string, unknown>, ask: () => Promise<T>, then: () => unknown) => Promise<T>
  book: (fixmedinsCode: string, date: string) => Promise<BookRow[]>
  /** Registrations of a store, the oldest first. */
  visits: (fixmedinsCode: string) => Promise<RegisteredRow[]>
  /** What a store has told of its sales (3505 and 3506), in the order it came. */
  pieces: (fixmedinsCode: string) => Promise<PieceRow[]>
  /** What the centre has filed for a person, the oldest first. */
  filings: (psnNo: string) => Promise<FiledRow[]>
  /** A hospital issues a prescription: `psn`, `drugs`, `days`… or changes one: `hi_rxno`, `move` (docs/SIMULATOR.md). */
  prescribe: (given: Record<string, unknown>) => Promise<IssuedRx>
  /** A person's prescriptions at the centre, the newest first. */
  prescriptions: (psnNo: string) => Promise<IssuedRx[]>
  /** How an area's centre differs from the others: traceCodes, accountInFund, familyApart, dialect (docs/SIMULATOR.md). */
  option: (area: string, name: string, on: boolean) => Promise<void>
  /** A fresh e-voucher code of a person. */
  code: (psnNo: string) => Promise<string>
  kill: () => Promise<void>
  restart: () => Promise<void>
  close: () => Promise<void>
}

const main = join(import.meta.dirname, '../../../simulator/main.ts')

/** The centre simulator as a process of its own: it can be killed. `env` is added to its environment. */
export const startCentre = async (port = 0, env: NodeJS.ProcessEnv = {}): Promise<Centre> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-centre-'))
  let child: ChildProcess | undefined
  let url = ''
  const start = async (wanted: number) => {
    child = fork(main, [], {
      env: { ...process.env, CENTRE_PORT: String(wanted), DATA_DIR: dataDir, ...env },
      silent: true,
    })
    url = await new Promise<string>((resolve, reject) => {
      child!.stdout!.on('data', (data: Buffer) => {
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(data.toString())
        if (found) resolve(found[0])
      })
      child!.once('exit', () => reject(new Error('centre ended while starting')))
    })
  }
  await start(port)
  const json = async (path: string, init?: RequestInit) => {
    const response = await fetch(url + path, init)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    const text = await response.text()
    return text ? JSON.parse(text) : undefined
  }
  const post = (path: string, body: unknown) =>
    json(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child!.once('exit', resolve))
    child.kill(signal)
    await gone
  }
  return {
    get url() {
      return url
    },
    fault: async (fault) => {
      await post('/simulator/faults', fault)
    },
    clearFaults: () => json('/simulator/faults', { method: 'DELETE' }),
    during: async (message, ask, then) => {
      const which = typeof message === 'string' ? { infno: message } : message
      await post('/simulator/faults', { fault: 'delay', ms: 600_000, ...which })
      let ended = false
      const answer = ask().finally(() => {
        ended = true
      })
      answer.catch(() => undefined)
      const waits = async () => {
        const { faults } = (await json('/simulator/faults')) as { faults: { fault: string }[] }
        return faults.some(({ fault }) => fault === 'delay')
      }
      while (await waits()) {
        if (ended) throw new Error(`ended before ${JSON.stringify(which)} reached the centre`)
        await sleep(5)
      }
      try {
        await then()
      } finally {
        await json('/simulator/delays', { method: 'DELETE' })
      }
      return answer
    },
    book: async (code, date) => {
      const answer = await json(`/simulator/book?fixmedins_code=${code}&date=${date}`)
      return (Array.isArray(answer) ? answer : (answer.rows ?? answer.book)) as BookRow[]
    },
    visits: async (code) => (await json(`/simulator/visits?fixmedins_code=${code}`)).rows as RegisteredRow[],
    pieces: async (code) => (await json(`/simulator/pieces?fixmedins_code=${code}`)).rows as PieceRow[],
    filings: async (psnNo) => (await json(`/simulator/filings?psn_no=${psnNo}`)).rows as FiledRow[],
    prescribe: (given) => post('/simulator/prescriptions', given),
    prescriptions: async (psnNo) => (await json(`/simulator/prescriptions?psn=${psnNo}`)).prescriptions as IssuedRx[],
    option: async (area, name, on) => {
      await post('/simulator/options', { area, name, on })
    },
    code: async (psnNo) => String((await post('/simulator/qrcodes', { psn: psnNo })).code),
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGKILL')
      await start(Number(new URL(url).port))
    },
    close: async () => {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export interface Counter {
  server: TestServer
  centre: Centre
  clerk: Client
  /** Reads a person by a fresh e-voucher; answers the person as the wire shows him. */
  read: (psnNo: string, client?: Client) => Promise<Person>
  /** A pre-settlement of the three items of domain.md's example A, or of other lines. */
  preSettle: (person: Person, options?: Partial<PreSettleInput>, client?: Client) => Promise<Order>
  settle: (order: Order, client?: Client) => ReturnType<Client['send']>
  close: () => Promise<void>
}

type Person = { readId: string; insutype: string; maskedName: string }
type Order = Awaited<ReturnType<typeof sendPreSettle>>
type PreSettleInput = Parameters<typeof sendPreSettle>[1]

const sendPreSettle = (client: Client, input: Parameters<Client['ok']>[1]) =>
  client.ok(settlement.preSettle, input as never)

const exampleA = [
  { ownCode: '100001', quantity: '2', price: '20.00' },
  { ownCode: '100002', quantity: '1', price: '30.00' },
  { ownCode: '100003', quantity: '1', price: '15.60' },
]

/** Line without a prescription flag, for baskets of any amount. */
export const otc = (price: string, quantity = '1') => [{ ownCode: '100002', quantity, price }]

/** Answers Card/Read's question with a scanned code, as the console does. */
export const readByScan = async (client: Client, medium: 'eVoucher' | 'idCard', code: string): Promise<Person> => {
  const asked = await client.send(card.read, { medium })
  const info = asked.confimResultInfo
  if (!info) throw new Error(`no question: ${JSON.stringify(asked.error)}`)
  await client.ok(continuation.complete, {
    pubSubId: info.pubSubId,
    action: info.action,
    ok: true,
    result: JSON.stringify({ medium, code }),
  })
  return client.ok(card.read, { medium }, { [PUB_SUB_HEADER]: info.pubSubId })
}

/** Sets the clocks of a centre and of its gateway. */
export const tellTime = (centre: Centre, now: Date): Promise<void> =>
  centre.fault({ fault: 'clock', iso: now.toISOString(), gateway: true })

let opened = 0

interface CounterOptions extends TestServerOptions {
  /** Options that every area has instead of its own (domain.md 8.2). */
  settings?: Record<string, unknown>
}

/** Areas that ask nothing of the centre but what a test is about, and let any number of messages be on their way. */
export const plain = { rereadBeforeSettle: false, traceCodeRequired: false, inFlightMax: 0 }

/** A counter of a demo store, signed in, over a centre process of its own, which lives in the time of the server's clock. */
export const openCounter = async (
  userName = 'clerk',
  { settings, ...options }: CounterOptions = {},
  shared?: Centre,
): Promise<Counter> => {
  const centre = shared ?? (await startCentre())
  if (options.clock && !shared) await tellTime(centre, options.clock())
  const server = await startTestServer({ ...options, config: { centreUrl: centre.url, ...options.config } })
  if (settings)
    await server.deps.db.update(area).set({ settings: sql`${area.settings} || ${JSON.stringify(settings)}::jsonb` })
  // Every test server starts from one snapshot: without this two of them in one second would use the same msgid.
  await server.deps.db.execute(sql`select setval('msgid_serial', ${1 + ((opened++ * 500) % 10_000)})`)
  const clerk = await server.as(userName)
  await clerk.ok(signIn.do)
  return {
    server,
    centre,
    clerk,
    read: async (psnNo, client = clerk) => readByScan(client, 'eVoucher', await centre.code(psnNo)),
    preSettle: (person, input = {}, client = clerk) =>
      sendPreSettle(client, {
        readId: person.readId,
        insutype: person.insutype,
        medicalType: '41',
        prescription: { number: 'RX20261120001', hospital: '苏州市示例医院', doctor: '陈医生' },
        lines: exampleA,
        ...(input as object),
      } as never),
    settle: (order, client = clerk) =>
      client.send(settlement.settle, { orderId: order.id }, { 'idempotency-key': order.settleKey ?? 'none' }),
    close: async () => {
      await server.close()
      if (!shared) await centre.close()
    },
  }
}
