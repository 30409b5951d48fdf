import type { Row, Store } from '../store/open.ts'
import type { Fund } from './book.ts'

/** A month's application as the centre keeps it. Amounts in fen; an empty part of its key means all. */
export interface Application {
  evt_id: string
  fixmedins_code: string
  /** yyyyMM */
  ym: string
  clr_type: string
  clr_way: string
  clr_optins: string
  insutype: string
  begndate: string
  enddate: string
  /** clr_stas: 20 已申报, 30 初审, 40 复审, 50 待拨付, 60 已拨付, 70 已驳回, 80 已撤销 */
  stas: string
  memo: string
  data: {
    psntime: number
    medfee: number
    recognised: number
    applied: number
    acct: number
    cash: number
    fund: number
    det: number
    dpst: number
    dfr: number
    act: number
    cashym: string
    funds: Fund[]
  }
}

const columns = 'evt_id fixmedins_code ym clr_type clr_way clr_optins insutype begndate enddate stas memo data'.split(
  ' ',
)
const statement = `insert or replace into application (${columns.join()}) values (${columns.map(() => '?').join()})`

/** Writes an application, new or moved on. */
export const keepApplication = (store: Store, one: Application): void => {
  const values = { ...one, data: JSON.stringify(one.data) } as Record<string, string>
  store.run(statement, ...columns.map((column) => values[column]!))
}

/** Takes an application out of the centre's book, as if it had never been there. */
export const dropApplication = (store: Store, { evt_id }: Pick<Application, 'evt_id'>): void => {
  store.run('delete from application where evt_id = ?', evt_id)
}

const parse = (row: Row): Application => ({ ...row, data: JSON.parse(String(row.data)) }) as unknown as Application

/** The application of an event; undefined where there is none. */
export const applicationBy = (store: Store, event: string): Application | undefined => {
  const row = store.get('select * from application where evt_id = ?', event)
  return row && parse(row)
}

/** Applications of an institution, the oldest first; of all of them without a code. */
export const applicationsOf = (store: Store, code: string): Application[] =>
  store.all("select * from application where ? in ('', fixmedins_code) order by rowid", code).map(parse)
