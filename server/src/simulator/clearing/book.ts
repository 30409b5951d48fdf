import { profileOf } from '../profile.ts'
import { institutionOf } from '../seed/institutions.ts'
import { personBy } from '../seed/persons.ts'
import type { Row, Store } from '../store/open.ts'
import { type BookRow, between } from '../store/settlements.ts'

/** A settlement of a person insured elsewhere, or its reversal, as the centre clears it. Fen. */
export interface Clearing {
  fixmedins_code: string
  setl_sn: string
  /** yyyyMM */
  ym: string
  seqno: number
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
  'fixmedins_code setl_sn ym seqno certno mdtrt_id setl_time advpay medfee optins cnfm transid dropped'.split(' ')
const insertion = `insert or ignore into clearing (${columns.join()}) values (${columns.map(() => '?').join()})`

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
    store.get('select max(seqno) as n from clearing where fixmedins_code = ? and ym = ?', code, ym)?.n ?? 0,
  )
  const known = new Set(
    store.all('select setl_sn from clearing where fixmedins_code = ? and ym = ?', code, ym).map((row) => row.setl_sn),
  )
  for (const row of between(store, code, ...edges(ym))) {
    if (known.has(row.setl_id) || !isAway(row, institution.area)) continue
    last += 1
    const optins = row.fund + (clearing === 'paid' ? row.acct : 0)
    const { certno } = personBy('psnNo', row.psn_no)!
    const values = [
      code,
      row.setl_id,
      ym,
      last,
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
    `delete from clearing where fixmedins_code = ? and ym = ? and cnfm = '2'
      and setl_sn in (select setl_id from settlement where fixmedins_code = ? and undone <> '')`,
    code,
    ym,
    code,
  )
}

/** A store's clearing of a month, as far as the centre has booked it by now. */
export const clearingsOf = (store: Store, code: string, ym: string): Clearing[] =>
  store.transaction(() => {
    draw(store, code, ym)
    const rows = 'select * from clearing where fixmedins_code = ? and ym = ? and dropped = 0 order by seqno'
    return store.all(rows, code, ym) as (Row & Clearing)[]
  })

/** Writes what an institution answered about one row, or takes the answer back. */
export const answer = (store: Store, { fixmedins_code, setl_sn }: Clearing, cnfm: string, transid: string): void =>
  store.run(
    'update clearing set cnfm = ?, transid = ? where fixmedins_code = ? and setl_sn = ?',
    cnfm,
    transid,
    fixmedins_code,
    setl_sn,
  )
