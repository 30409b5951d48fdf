import { type Profile, profileOf } from '../profile.ts'
import { type Institution, institutionOf } from '../seed/institutions.ts'
import type { Store } from '../store/open.ts'
import { checkEnvelope, find, refuseField, type Values } from './check.ts'
import { titleOf } from './standard.ts'
import { textOf } from './value.ts'

/** Who sends: checked against the account that opened the gateway. */
export interface Sender {
  infno: string
  msgid: string
  institution: Institution
  profile: Profile
}

const institutionIn = (envelope: Values, area: string): Institution => {
  const code = textOf(envelope.fixmedins_code)
  const known =
    institutionOf(code) ?? refuseField({ title: '定点医药机构编号', name: 'fixmedins_code' }, `${code} 未登记`)
  if (known.area !== area)
    refuseField({ title: '定点医药机构编号', name: 'fixmedins_code' }, '不属于该接入账户的统筹区')
  if (textOf(envelope.mdtrtarea_admvs) !== known.area)
    refuseField({ title: '就医地医保区划', name: 'mdtrtarea_admvs' }, `应为 ${known.area}`)
  return known
}

/** Checks the envelope rules: fields, number, institution and area. `area` is that of the gateway account. */
export const checkSender = (envelope: Values, area: string): Sender => {
  checkEnvelope(envelope)
  const infno = textOf(envelope.infno)
  if (!titleOf(infno)) refuseField({ title: '交易编号', name: 'infno' }, `${infno} 不存在`)
  const institution = institutionIn(envelope, area)
  const msgid = textOf(envelope.msgid)
  // Whose code it begins with is not looked at: clients send it without (domain 1.4).
  if (msgid.length !== 30) refuseField({ title: '发送方报文ID', name: 'msgid' }, '应为 30 位')
  return { infno, msgid, institution, profile: profileOf(area)! }
}

/** 9001 precedes everything else; its number must be open and belong to the sending operator (notes 5). */
export const checkSign = (store: Store, envelope: Values, { infno, institution }: Sender): void => {
  if (infno === '9001') return
  const field = { title: '交易签到流水号', name: 'sign_no' }
  const signNo = textOf(envelope.sign_no)
  if (!signNo) refuseField(field, '不能为空，请先签到')
  const row =
    store.get('select * from sign where sign_no = ? and fixmedins_code = ?', signNo, institution.code) ??
    refuseField(field, '无效，请先签到')
  if (row.ended_at !== '') refuseField(field, '已签退，请重新签到')
  if (row.opter_no !== textOf(envelope.opter)) refuseField(field, '不属于该经办人')
}

/** insuplc_admdvs comes from 1101 and is asked for whenever the input speaks of a psn_no (notes 10). */
export const checkInsuplc = (envelope: Values): void => {
  if (find(envelope.input as Values, 'psn_no') && !textOf(envelope.insuplc_admdvs))
    refuseField({ title: '参保地医保区划', name: 'insuplc_admdvs' }, '输入含人员编号时不能为空')
}
