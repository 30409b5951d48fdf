import type { Row, Store } from './open.ts'

type Texts = Record<string, string>

/** A registration (2201) with what 2203 said of it. */
export interface Visit {
  mdtrt_id: string
  fixmedins_code: string
  psn_no: string
  insutype: string
  ipt_otp_no: string
  /** When 2202 ended it; '' while it stands. */
  cancelled: string
  /** mdtrtinfo of the last 2203; absent before it. */
  info?: Texts
}

/** Keeps a registration. */
export const keepVisit = (store: Store, { info, ...visit }: Visit): void =>
  store.run(
    'insert or replace into visit (mdtrt_id, fixmedins_code, psn_no, insutype, ipt_otp_no, cancelled, data) values (?, ?, ?, ?, ?, ?, ?)',
    ...[visit.mdtrt_id, visit.fixmedins_code, visit.psn_no, visit.insutype, visit.ipt_otp_no, visit.cancelled],
    JSON.stringify(info ?? null),
  )

const parse = (row: Row): Visit => {
  const { data, ...rest } = row as unknown as Visit & { data: string }
  return { ...rest, info: JSON.parse(data) ?? undefined }
}

/** The registration of a number, cancelled or not. */
export const visitBy = (store: Store, mdtrtId: string): Visit | undefined => {
  const row = store.get('select * from visit where mdtrt_id = ?', mdtrtId)
  return row && parse(row)
}

/** The registrations of an institution, cancelled ones too, the oldest first; of one person where he is named. */
export const visitsOf = (store: Store, code: string, psnNo = ''): Visit[] =>
  store
    .all(
      "select * from visit where fixmedins_code = ? and (? = '' or psn_no = ?) order by rowid",
      ...[code, psnNo, psnNo],
    )
    .map(parse)

/** Whether an institution has used a number of its own for a visit before. */
export const isOtpUsed = (store: Store, code: string, otpNo: string): boolean =>
  store.get('select 1 from visit where fixmedins_code = ? and ipt_otp_no = ?', code, otpNo) !== undefined

/** The valid diagnoses of a visit, by their number. */
export const diagnosesOf = (store: Store, mdtrtId: string): Texts[] =>
  store
    .all('select data from diagnosis where mdtrt_id = ? order by cast(srt_no as integer)', mdtrtId)
    .map(({ data }) => JSON.parse(String(data)) as Texts)

/** Keeps a valid diagnosis. */
export const keepDiagnosis = (store: Store, mdtrtId: string, row: Texts): void =>
  store.run('insert into diagnosis values (?, ?, ?)', mdtrtId, row.diag_srt_no!, JSON.stringify(row))

/** A diagnosis is valid no more. */
export const voidDiagnosis = (store: Store, mdtrtId: string, srtNo: string): void =>
  store.run('delete from diagnosis where mdtrt_id = ? and srt_no = ?', mdtrtId, srtNo)

/** One uploaded charge line; `setl_id` '' while nothing has settled it. */
interface Fee {
  feedetl_sn: string
  batch: string
  setl_id: string
  row: Texts
}

/** The lines of a visit, settled or not, in the order of their numbers. */
export const feesOf = (store: Store, mdtrtId: string): Fee[] =>
  store
    .all(
      'select feedetl_sn, batch, setl_id, data from fee where mdtrt_id = ? order by cast(feedetl_sn as integer)',
      mdtrtId,
    )
    .map(({ data, ...rest }) => ({ ...rest, row: JSON.parse(String(data)) }) as unknown as Fee)

/** Keeps a line. */
export const keepFee = (store: Store, mdtrtId: string, batch: string, row: Texts): void =>
  store.run(
    'insert into fee (mdtrt_id, feedetl_sn, batch, data) values (?, ?, ?, ?)',
    ...[mdtrtId, row.feedetl_sn!, batch, JSON.stringify(row)],
  )

/** Deletes the unsettled lines of a visit, of one batch or of all ('0000'). */
export const dropFees = (store: Store, mdtrtId: string, batch: string): void =>
  store.run(
    "delete from fee where mdtrt_id = ? and setl_id = '' and (? = '0000' or batch = ?)",
    ...[mdtrtId, batch, batch],
  )

/** The lines of a batch are settled from now on. */
export const settleFees = (store: Store, mdtrtId: string, batch: string, setlId: string): void =>
  store.run(
    "update fee set setl_id = ?, was = ? where mdtrt_id = ? and batch = ? and setl_id = ''",
    setlId,
    setlId,
    mdtrtId,
    batch,
  )

/** What a settlement settled stands unsettled again: it was reversed, or undone. */
export const freeFees = (store: Store, setlId: string): void =>
  store.run("update fee set setl_id = '' where setl_id = ? and setl_id <> ''", setlId)

/** The settlement stands again after all. */
export const takeFees = (store: Store, setlId: string): void =>
  store.run("update fee set setl_id = was where was = ? and setl_id = ''", setlId)
