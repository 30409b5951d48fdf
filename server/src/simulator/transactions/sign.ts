import { refuse } from '../refusal.ts'
import { dateTime, day } from '../time.ts'
import { type Handler, textsOf } from './call.ts'

/** 9001 签到: Jiangxi gives one operator the same number on every terminal, Hunan a new one each time. */
export const signIn: Handler = (call) => {
  const { opter_no } = textsOf(call, 'signIn')
  const { store, institution, now } = call
  const known =
    call.profile.province === 'JX' &&
    store.get(
      "select sign_no from sign where fixmedins_code = ? and opter_no = ? and ended_at = ''",
      institution.code,
      opter_no!,
    )
  if (known) return { signinoutb: { sign_time: dateTime(now), sign_no: String(known.sign_no) } }
  return store.transaction(() => {
    const signNo = `S${day(now).replaceAll('-', '')}${String(store.next('sign')).padStart(8, '0')}`
    store.run("insert into sign values (?, ?, ?, ?, '')", signNo, institution.code, opter_no!, dateTime(now))
    return { signinoutb: { sign_time: dateTime(now), sign_no: signNo } }
  })
}

/** 9002 签退: kills the number, with it every terminal of the operator; Hunan asks for a sign-in of the same day. */
export const signOut: Handler = (call) => {
  const { sign_no, opter_no } = textsOf(call, 'signOut')
  const row = call.store.get(
    'select * from sign where sign_no = ? and fixmedins_code = ?',
    sign_no!,
    call.institution.code,
  )
  if (!row || row.opter_no !== opter_no) return refuse('【签到编号 sign_no】不是该操作员的签到编号')
  if (row.ended_at !== '') refuse('【签到编号 sign_no】已签退')
  if (call.profile.province === 'HN' && String(row.signed_at).slice(0, 10) !== day(call.now))
    refuse('今天没有签到，不能签退')
  call.store.run('update sign set ended_at = ? where sign_no = ?', dateTime(call.now), sign_no!)
  return { sign_time: { sign_time: dateTime(call.now) } }
}
