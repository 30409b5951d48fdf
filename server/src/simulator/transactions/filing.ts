import { refuse } from '../refusal.ts'
import type { Row, Store } from '../store/open.ts'
import { day } from '../time.ts'
import type { Call } from './call.ts'

/** A period of days, yyyy-MM-dd; `enddate` '' is open. */
interface Period {
  begndate: string
  enddate: string
}

const openEnd = (enddate: string) => enddate || '9999-12-31'

/** Whether two periods share a day. */
export const overlap = (a: Period, b: Period): boolean =>
  a.begndate <= openEnd(b.enddate) && b.begndate <= openEnd(a.enddate)

/** Whether a period holds a day. */
export const holdsOn = ({ begndate, enddate }: Period, today: string): boolean =>
  begndate <= today && today <= openEnd(enddate)

/** Refuses a period that ends before it begins. */
export const checkPeriod = ({ begndate, enddate }: Period): void => {
  if (enddate && enddate < begndate) refuse('【结束日期 enddate】早于开始日期')
}

/** What was filed, under the number that takes it back. */
interface Filed<T> {
  serial: string
  psnNo: string
  /** yyyy-MM-dd */
  filedOn: string
  data: T
}

const toFiled = <T>(row: Row): Filed<T> => ({
  ...{ serial: String(row.serial), psnNo: String(row.psn_no), filedOn: String(row.filed_on) },
  data: JSON.parse(String(row.data)) as T,
})

/** What was filed for a person by one transaction, with its numbers, oldest first. */
export const filedRows = <T>({ store }: Pick<Call, 'store'>, infno: string, psnNo: string): Filed<T>[] =>
  store.all('select * from filed where psn_no = ? and infno = ? order by serial', psnNo, infno).map(toFiled<T>)

/** Everything that was filed for a person, as the centre's own book has it. */
export const filedBook = (store: Store, psnNo: string): Record<string, unknown>[] =>
  store
    .all('select * from filed where psn_no = ? order by serial', psnNo)
    .map((row) => ({ ...toFiled(row), infno: String(row.infno) }))

/** The same without the numbers. */
export const filedOf = <T>(call: Pick<Call, 'store'>, infno: string, psnNo: string): T[] =>
  filedRows<T>(call, infno, psnNo).map(({ data }) => data)

/** One by its number, undefined when there is none of that number. */
export const filedBy = <T>({ store }: Pick<Call, 'store'>, infno: string, serial: string): Filed<T> | undefined => {
  const row = store.get('select * from filed where serial = ? and infno = ?', serial, infno)
  return row && toFiled<T>(row)
}

/** The centre reviews overnight, and what is reviewed stays (domain.md 2.7). */
export const isReviewed = ({ now }: Pick<Call, 'now'>, { filedOn }: { filedOn: string }): boolean => filedOn < day(now)

/** Keeps what was filed; answers the number that takes it back. */
export const file = (call: Call, psnNo: string, data: unknown): string =>
  call.store.transaction(() => {
    const serial = `B${call.institution.area}${String(call.store.next('filing')).padStart(12, '0')}`
    const row = [serial, call.infno, psnNo, day(call.now), JSON.stringify(data)]
    call.store.run('insert into filed values (?, ?, ?, ?, ?)', ...row)
    return serial
  })

/** Takes back what `infno` filed, until it is reviewed. */
export const withdraw = (call: Call, { infno, field, serial }: Record<'infno' | 'field' | 'serial', string>): void => {
  const filed = filedBy(call, infno, serial)
  if (!filed) refuse(`【${field}】${serial} 不存在`)
  if (isReviewed(call, filed!)) refuse(`备案 ${serial} 已审核，不能撤销，请到经办机构办理终止`)
  call.store.run('delete from filed where serial = ?', serial)
}

/** Whose a filing is, undefined when there is none of that number. */
export const filerOf = (call: Pick<Call, 'store'>, infno: string, serial: string): string | undefined =>
  filedBy(call, infno, serial)?.psnNo
