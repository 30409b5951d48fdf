import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startSimulator } from '../../../simulator/start.ts'

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
  /** mdtrtinfo of the last 2203, and the diagnoses that are valid. */
  info?: Record<string, string>
  diagnoses: Record<string, string>[]
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
    back: Record<string, unknown> | null
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
  close: () => Promise<void>
}

/** A centre as a process of its own. */
export interface KillableCentre extends Centre {
  /** kill -9. */
  kill: () => Promise<void>
  /** The same, and started again over its own store, at its own address. */
  restart: () => Promise<void>
}

/** What tests ask and tell a centre that answers at `at()`. */
const speakTo = (at: () => string): Omit<Centre, 'url' | 'close'> => {
  const json = async (path: string, init?: RequestInit) => {
    const response = await fetch(at() + path, init)
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    const text = await response.text()
    return text ? JSON.parse(text) : undefined
  }
  const post = (path: string, body: unknown) =>
    json(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
  return {
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
  }
}

interface CentreOptions {
  /** Rows of its national catalogue; the whole one when left out. */
  catalogueRows?: number | undefined
}

/** The centre simulator in this process, over a store of its own. */
export const startCentre = async ({ catalogueRows }: CentreOptions = {}): Promise<Centre> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-centre-'))
  const kill = () => {
    throw new Error('whoever kills a centre starts it as a process of its own')
  }
  // Nobody kills it: nothing has to be on the disk, and this process does not wait for it.
  const simulator = await startSimulator({ port: 0, dataDir, catalogueRows, kill, durable: false })
  return {
    url: simulator.url,
    ...speakTo(() => simulator.url),
    close: async () => {
      await simulator.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const main = join(import.meta.dirname, '../../../simulator/main.ts')

/** The centre simulator as a process of its own: it can be killed. */
export const startCentreProcess = async ({ catalogueRows }: CentreOptions = {}): Promise<KillableCentre> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'yibao-centre-'))
  const rows = catalogueRows === undefined ? {} : { CENTRE_CATALOGUE_ROWS: String(catalogueRows) }
  let child: ChildProcess | undefined
  let url = ''
  const start = async (port: number) => {
    child = fork(main, [], {
      env: { ...process.env, CENTRE_PORT: String(port), DATA_DIR: dataDir, ...rows },
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
  await start(0)
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
    ...speakTo(() => url),
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
