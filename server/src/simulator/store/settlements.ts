import type { SQLInputValue } from 'node:sqlite'
import type { Row, Store } from './open.ts'
import type { Effect } from './people.ts'

/** One row of the centre's book: a settlement or, with refd 1, its reversal. Amounts in fen, negative in a reversal. */
export interface Settlement {
  setl_id: string
  mdtrt_id: string
  infno: string
  msgid: string
  fixmedins_code: string
  psn_no: string
  insutype: string
  med_type: string
  clr_optins: string
  clr_type: string
  setl_time: string
  refd: number
  /** setl_id of the settlement that this row reverses. */
  original: string
  reversed_by: string
  /** When it was undone by 2601; an undone row never happened as far as the books go. */
  undone: string
  medfee: number
  fund: number
  acct: number
  cash: number
  /** The answer that was given. */
  output: Record<string, unknown>
  effect: Effect
  /** The input that was booked, with who sent it. */
  request: Record<string, unknown>
}

const parse = (row: Row): Settlement =>
  ({
    ...row,
    output: JSON.parse(String(row.output)),
    effect: JSON.parse(String(row.effect)),
    request: JSON.parse(String(row.request)),
  }) as unknown as Settlement

const columns =
  'setl_id mdtrt_id infno msgid fixmedins_code psn_no insutype med_type clr_optins clr_type setl_time refd original medfee fund acct cash output effect request'.split(
    ' ',
  ) as (keyof Settlement)[]
const insertion = `insert into settlement (${columns.join()}) values (${columns.map(() => '?').join()})`

/** Books a row. */
export const insert = (store: Store, row: Omit<Settlement, 'reversed_by' | 'undone'>): void => {
  const values = columns.map((column) => {
    const value = (row as Settlement)[column]
    return typeof value === 'object' ? JSON.stringify(value) : (value as SQLInputValue)
  })
  store.run(insertion, ...values)
}

/** The booked row of a message, undone ones included. */
export const byMsgid = (store: Store, msgid: string): Settlement | undefined => {
  const row = store.get('select * from settlement where msgid = ?', msgid)
  return row && parse(row)
}

/** The row of a setl_id that was not undone. */
export const bySetlId = (store: Store, setlId: string): Settlement | undefined => {
  const row = store.get("select * from settlement where setl_id = ? and undone = ''", setlId)
  return row && parse(row)
}

/** The msgid under which a setl_id was booked, undone or not; empty when the centre never gave that number. */
export const msgidOf = (store: Store, setlId: string): string =>
  String(store.get('select msgid from settlement where setl_id = ?', setlId)?.msgid ?? '')

/** The settlement (not the reversal) of a visit. */
export const byVisit = (store: Store, mdtrtId: string): Settlement | undefined => {
  const row = store.get("select * from settlement where mdtrt_id = ? and refd = 0 and undone = ''", mdtrtId)
  return row && parse(row)
}

/** Everything that was settled in a visit and taken back of it, the oldest first. */
export const allOfVisit = (store: Store, mdtrtId: string): Settlement[] =>
  store.all("select * from settlement where mdtrt_id = ? and undone = '' order by rowid", mdtrtId).map(parse)

/** A row without the messages it came from: what a statement over many thousand rows needs. */
export type BookRow = Omit<Settlement, 'output' | 'effect' | 'request'>

const light = [
  ...columns.filter((column) => !['output', 'effect', 'request'].includes(column)),
  'reversed_by',
  'undone',
]
const period = `select ${light.join()} from settlement where fixmedins_code = ? and setl_time between ? and ?`

/** Rows of an institution between two moments (yyyy-MM-dd HH:mm:ss, inclusive), undone ones left out unless asked for. */
export const between = (store: Store, code: string, from: string, to: string, undone = false): BookRow[] =>
  store.all(`${period}${undone ? '' : " and undone = ''"} order by rowid`, code, from, to) as unknown as BookRow[]

/** Whether an institution has a row in one of the groups that 3201 speaks of. */
export const hasGroup = (
  store: Store,
  code: string,
  [clrOptins, insutype, clrType]: [string, string, string],
): boolean =>
  store.get(
    `select 1 from settlement where fixmedins_code = ? and clr_optins = ? and insutype = ? and clr_type = ? and undone = ''`,
    ...[code, clrOptins, insutype, clrType],
  ) !== undefined

/** Marks a settlement as reversed by another row; an empty id takes the mark away. */
export const markReversed = (store: Store, setlId: string, by: string): void =>
  store.run('update settlement set reversed_by = ? where setl_id = ?', by, setlId)

/** Marks a row as undone at a moment. */
export const markUndone = (store: Store, setlId: string, at: string): void =>
  store.run('update settlement set undone = ? where setl_id = ?', at, setlId)
