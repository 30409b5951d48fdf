import type { Row, Store } from '../store/open.ts'

/** A drug as the hospital wrote it. */
export interface RxDrug {
  /** rx_item_type_code: 11 western, 12 Chinese patent, 13 herbal slices */
  type: string
  code: string
  name: string
  spec: string
  form: string
  maker: string
  /** Decimal text, counted in `unit`. */
  count: string
  unit: string
  way: string
  dose: string
  doseUnit: string
  frequency: string
  days: number
  otc: boolean
}

/** What a hospital wrote and nobody changes any more. */
export interface RxData {
  hospital: { code: string; name: string }
  department: string
  doctor: string
  /** rx_type_code and rx_exra_attr_code */
  type: string
  attribute: string
  diagnosis: { code: string; name: string }
  days: number
  /** How often it may be used, and days between two uses. */
  repeat: { most: number; interval: number }
  /** Uses before this centre began to count: a demo prescription that is used up. */
  usedBefore: number
  drugs: RxDrug[]
}

/** A prescription that a hospital has issued. Moments are yyyy-MM-dd HH:mm:ss. */
export interface Issued {
  hi_rxno: string
  psn_no: string
  issued_at: string
  valid_end: string
  /** fixmedins_code of the pharmacy it was sent to, '' for the person to choose. */
  push_to: string
  revoked: boolean
  /** The demo prescription it was made as, '' for any other. */
  template: string
  data: RxData
}

const parse = (row: Row): Issued =>
  ({ ...row, revoked: row.revoked === 1, data: JSON.parse(String(row.data)) }) as unknown as Issued

/** The prescription of a number. */
export const issuedBy = (store: Store, number: string): Issued | undefined => {
  const row = store.get('select * from rx where hi_rxno = ?', number)
  return row && parse(row)
}

/** A person's prescriptions issued since a moment, the newest first. */
export const issuedTo = (store: Store, psnNo: string, since: string): Issued[] =>
  store
    .all('select * from rx where psn_no = ? and issued_at >= ? order by issued_at desc, hi_rxno desc', psnNo, since)
    .map(parse)

/** What was sent to a pharmacy since a moment, the oldest first. */
export const pushedTo = (store: Store, code: string, since: string): Issued[] =>
  store
    .all(
      "select * from rx where push_to = ? and push_to <> '' and issued_at >= ? order by issued_at, hi_rxno",
      code,
      since,
    )
    .map(parse)

/** Keeps a prescription, or what became of it. */
export const keepIssued = (store: Store, one: Issued): void =>
  store.run(
    'insert or replace into rx values (?, ?, ?, ?, ?, ?, ?, ?)',
    ...[one.hi_rxno, one.psn_no, one.issued_at, one.valid_end, one.push_to],
    one.revoked ? 1 : 0,
    one.template,
    JSON.stringify(one.data),
  )

/** setl_time of the settlements that used it and stand, oldest first. */
export const usesOf = (store: Store, number: string): { setl_id: string; setl_time: string }[] =>
  store.all(
    `select s.setl_id, s.setl_time from rx_use as u join settlement as s on s.setl_id = u.setl_id
      where u.hi_rxno = ? and s.reversed_by = '' and s.undone = '' order by s.setl_time`,
    number,
  ) as unknown as { setl_id: string; setl_time: string }[]

/** A pharmacy's verdict on one use of a prescription. */
export interface Verdict {
  fixmedins_code: string
  /** 1 passed, 0 not */
  stas: string
  /** yyyy-MM-dd */
  given_on: string
}

/** What was decided about one use of a prescription, counted from 1; undefined before that. */
export const verdictOf = (store: Store, number: string, turn: number): Verdict | undefined =>
  store.get(
    'select fixmedins_code, stas, given_on from rx_verdict where hi_rxno = ? and turn = ?',
    number,
    turn,
  ) as unknown as Verdict | undefined

/** The code under which a pharmacy has downloaded it, undefined when it has not. */
export const downloadedBy = (store: Store, number: string, code: string): string | undefined => {
  const row = store.get('select ide_code from rx_download where hi_rxno = ? and fixmedins_code = ?', number, code)
  return row && String(row.ide_code)
}

/** setl_id of the last dispensing that was told and not taken back; '' for none. */
export const dispensedOf = (store: Store, number: string): string =>
  String(
    store.get('select setl_id from rx_dispense where hi_rxno = ? and returned = 0 order by rowid desc limit 1', number)
      ?.setl_id ?? '',
  )
