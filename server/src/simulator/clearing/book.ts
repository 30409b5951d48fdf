import { profileOf } from '../profile.ts'
import { institutionOf } from '../seed/institutions.ts'
import { personBy } from '../seed/persons.ts'
import type { Row, Store } from '../store/open.ts'
import { type BookRow, between } from '../store/settlements.ts'

/** A settlement of a person insured elsewhere, or its reversal, as the centre clears it. Fen. */
export interface Clearing {
  fixmedins_code: string
  /** yyyyMM */
  ym: string
  /** Names a row of a month: numbers may be shared, doubled or missing (drift.ts). */
  seqno: number
  /** What was booked, and the number it is listed under: the same, unless made another one. */
  setl_id: string
  setl_sn: string
  certno: string
  mdtrt_id: string
  setl_time: string
  advpay: string
  medfee: number
  optins: number
  /** 1 confirmed, 0 not, 2 not answered yet */
  cnfm: string
  /** msgid of the 3261 that answered it */
  transid: string
}

const columns =
  'fixmedins_code ym seqno setl_id setl_sn certno mdtrt_id setl_time advpay medfee optins cnfm transid dropped'.split(
    ' ',
  )
const insertion = `insert into cleared (${columns.join()}) values (${columns.map(() => '?').join()})`

/** The first and the last second of a month, yyyyMM. */
const edges = (ym: string): [string, string] => {
  const first = `${ym.slice(0, 4)}-${ym.slice(4)}`
  return [`${first}-01 00:00:00`, `${first}-31 23:59:59`]
}

const isAway = (row: BookRow, area: string): boolean =>
  personBy('psnNo', row.psn_no)?.insuplc.slice(0, 4) !== area.slice(0, 4)

/** Takes what the centre has booked of a month into its clearing; a row that 2601 undid before it was answered leaves it. */
const draw = (store: Store, code: string, ym: string): void => {
  const institution = institutionOf(code)
  if (!institution) return
  const { clearing } = profileOf(institution.area)!
  let last = Number(
    store.get('select max(seqno) as n from cleared where fixmedins_code = ? and ym = ?', code, ym)?.n ?? 0,
  )
  const known = new Set(
    store.all('select setl_id from cleared where fixmedins_code = ? and ym = ?', code, ym).map((row) => row.setl_id),
  )
  for (const row of between(store, code, ...edges(ym))) {
    if (known.has(row.setl_id) || !isAway(row, institution.area)) continue
    last += 1
    const optins = row.fund + (clearing === 'paid' ? row.acct : 0)
    const { certno } = personBy('psnNo', row.psn_no)!
    const values = [
      code,
      ym,
      last,
      row.setl_id,
      row.setl_id,
      certno,
      row.mdtrt_id,
      row.setl_time,
      '0',
      row.medfee,
      optins,
      '2',
      '',
      0,
    ]
    store.run(insertion, ...values)
  }
  store.run(
    `delete from cleared where fixmedins_code = ? and ym = ? and cnfm = '2'
      and setl_id in (select setl_id from settlement where fixmedins_code = ? and undone <> '')`,
    code,
    ym,
    code,
  )
}

/** A store's clearing of a month, as far as the centre has booked it by now. */
export const clearingsOf = (store: Store, code: string, ym: string): Clearing[] =>
  store.transaction(() => {
    draw(store, code, ym)
    const rows = 'select * from cleared where fixmedins_code = ? and ym = ? and dropped = 0 order by seqno'
    return store.all(rows, code, ym) as (Row & Clearing)[]
  })

/** Lists a row once more, behind the last one of its month: its twin. */
export const copyClearing = (store: Store, { fixmedins_code, ym, seqno }: Clearing): void =>
  store.run(
    `insert into cleared select fixmedins_code, ym,
      (select max(seqno) + 1 from cleared where fixmedins_code = ? and ym = ?), setl_id, setl_sn, certno, mdtrt_id, setl_time,
      advpay, medfee, optins, '2', '', 0 from cleared where fixmedins_code = ? and ym = ? and seqno = ?`,
    fixmedins_code,
    ym,
    fixmedins_code,
    ym,
    seqno,
  )

/** Writes what an institution answered about one row, or takes the answer back. */
export const answer = (store: Store, row: Clearing, cnfm: string, transid: string): void => {
  const set = 'update cleared set cnfm = ?, transid = ? where fixmedins_code = ? and ym = ? and seqno = ?'
  store.run(set, cnfm, transid, row.fixmedins_code, row.ym, row.seqno)
  row.cnfm = cnfm
}
