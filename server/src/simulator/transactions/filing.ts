import { refuse } from '../refusal.ts'
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

/** What was filed for a person by one transaction, oldest first. */
export const filedOf = <T>({ store }: Pick<Call, 'store'>, infno: string, psnNo: string): T[] =>
  store
    .all('select data from filed where psn_no = ? and infno = ? order by serial', psnNo, infno)
    .map(({ data }) => JSON.parse(String(data)) as T)

/** Keeps what was filed; answers the number that takes it back. */
export const file = (call: Call, psnNo: string, data: unknown): string =>
  call.store.transaction(() => {
    const serial = `B${call.institution.area}${String(call.store.next('filing')).padStart(12, '0')}`
    const row = [serial, call.infno, psnNo, day(call.now), JSON.stringify(data)]
    call.store.run('insert into filed values (?, ?, ?, ?, ?)', ...row)
    return serial
  })

/** Takes back what `infno` filed. The centre reviews overnight, and what is reviewed stays (domain.md 2.7). */
export const withdraw = (call: Call, { infno, field, serial }: Record<'infno' | 'field' | 'serial', string>): void => {
  const row = call.store.get('select filed_on from filed where serial = ? and infno = ?', serial, infno)
  if (!row) refuse(`【${field}】${serial} 不存在`)
  if (String(row!.filed_on) < day(call.now)) refuse(`备案 ${serial} 已审核，不能撤销，请到经办机构办理终止`)
  call.store.run('delete from filed where serial = ?', serial)
}

/** Whose a filing is, undefined when there is none of that number. */
export const filerOf = ({ store }: Pick<Call, 'store'>, infno: string, serial: string): string | undefined => {
  const row = store.get('select psn_no from filed where serial = ? and infno = ?', serial, infno)
  return row ? String(row.psn_no) : undefined
}
