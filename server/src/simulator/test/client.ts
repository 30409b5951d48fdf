import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { csbSignature } from '../gateway.ts'
import { accounts } from '../seed/accounts.ts'
import { institutions } from '../seed/institutions.ts'
import { type Person, persons } from '../seed/persons.ts'
import { type Options, type Simulator, startSimulator } from '../start.ts'
import { compact, dateTime } from '../time.ts'

/** A row of an answer. */
export type Cells = Record<string, string | number>

/** The nodes of all outputs; a test names those of its transaction. */
type Output = Record<'baseinfo' | 'setlinfo' | 'data' | 'signinoutb' | 'sign_time' | 'stmtinfo' | 'fileinfo', Cells> &
  Record<
    | 'insuinfo'
    | 'idetinfo'
    | 'trtinfo'
    | 'setldetail'
    | 'detlcutinfo'
    | 'mdtrtinfo'
    | 'cuminfo'
    | 'feedetail'
    | 'refmedin'
    | 'list',
    Cells[]
  > &
  Record<'file_qury_no', string>

/** A parsed answer; numbers come as numbers or strings, as the area sends them. */
interface Answer {
  infcode: number | string
  err_msg: string
  output: Output
  msgid: string
}

/** What a call may say differently. */
interface More {
  envelope?: Record<string, unknown>
  headers?: Record<string, string>
  type?: string
  path?: string
}

/** The moment every in-process centre of the tests begins at: 2026-11-20 10:30:00 in Asia/Shanghai. */
export const START = Date.UTC(2026, 10, 20, 2, 30)

/** Starts a centre with its own folder and a clock that tests move. */
export const startTestCentre = async (options: Partial<Options> = {}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'centre-'))
  const time = { now: START }
  const simulator: Simulator = await startSimulator({ port: 0, dataDir, clock: () => time.now, ...options })
  return {
    ...simulator,
    time,
    dataDir,
    close: async () => {
      await simulator.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

let serial = 0

const gatewayHeaders = (area: string, infno: string, now: number): Record<string, string> => {
  const account = accounts.find((one) => one.area === area)!
  if (area === '430100') {
    const headers = {
      _api_access_key: account.id,
      _api_name: infno,
      _api_timestamp: String(now),
      _api_version: '1.0.0',
    }
    return { ...headers, _api_signature: csbSignature(headers, account.secret) }
  }
  const time = String(Math.floor(now / 1000))
  return {
    'x-tif-paasid': account.id,
    'x-tif-timestamp': time,
    'x-tif-nonce': 'n0nce',
    'x-tif-signature': createHash('sha256').update(`${time}${account.secret}n0nce${time}`).digest('hex'),
  }
}

/** A store that speaks to the centre; `clock` is what it stamps its messages with. */
export const makeClient = (url: string, code = 'P32050100001', clock: () => number = () => START) => {
  const { area, name } = institutions.find((one) => one.code === code)!
  let signNo = ''
  const path = `${url}/fsi/api/rsfComIfsService/callService`
  const nextMsgid = (): string => {
    serial += 1
    return code + compact(clock()).slice(0, 14) + String(serial).padStart(4, '0')
  }
  const message = (infno: string, input: unknown, envelope: Record<string, unknown> = {}): Record<string, unknown> => ({
    infno,
    msgid: nextMsgid(),
    mdtrtarea_admvs: area,
    insuplc_admdvs: area,
    recer_sys_code: 'FSI',
    dev_no: '',
    dev_safe_info: '',
    cainfo: '',
    signtype: 'SM3',
    infver: 'V1.0',
    opter_type: '1',
    opter: '0001',
    opter_name: '李四',
    inf_time: dateTime(clock()),
    fixmedins_code: code,
    fixmedins_name: name,
    sign_no: signNo,
    input,
    ...envelope,
  })
  const post = (body: string, infno: string, more: More = {}): Promise<Response> =>
    fetch(more.path ? `${path}/${more.path}` : path, {
      method: 'POST',
      headers: {
        'content-type': more.type ?? 'application/json',
        ...gatewayHeaders(area, infno, clock()),
        ...more.headers,
      },
      body,
    })
  const call = async (infno: string, input: unknown, more: More = {}): Promise<Answer> => {
    const sent = message(infno, input, more.envelope)
    const response = await post(JSON.stringify(sent), infno, more)
    return { ...((await response.json()) as Answer), msgid: String(sent.msgid) }
  }
  const signIn = async (opter = '0001'): Promise<string> => {
    const answer = await call('9001', { signIn: { opter_no: opter, mac: '00-00', ip: '127.0.0.1' } })
    signNo = String(answer.output.signinoutb.sign_no)
    return signNo
  }
  return { code, area, message, post, call, signIn, gateway: (infno: string) => gatewayHeaders(area, infno, clock()) }
}

/** A store's client. */
export type Client = ReturnType<typeof makeClient>

/** The demo person of an area in a state. */
export const personIn = (area: string, state: string): Person =>
  persons.find((one) => one.area === area && one.state.key === state)!

/** Sets a fault, or whatever else the faults API does. */
export const fault = async (url: string, body: Record<string, unknown>): Promise<Response> =>
  fetch(`${url}/simulator/faults`, { method: 'POST', body: JSON.stringify(body) })

/** The centre's own book of a store. */
export const bookOf = async (url: string, code: string): Promise<Record<string, string | boolean>[]> =>
  (
    (await (await fetch(`${url}/simulator/book?fixmedins_code=${code}`)).json()) as {
      rows: Record<string, string | boolean>[]
    }
  ).rows
