import { refuse } from '../refusal.ts'
import { type Person, personBy } from '../seed/persons.ts'
import type { Call, Texts } from './call.ts'

/** Tokens that the counter's simulated e-voucher device hands out: they name their demo person and never expire. */
const deviceToken = /^\d{6}ec(\d{20})\d{10}(01)?$/

/** Whose prescriptions a token may show: it was decoded for that (businessType 02122), or it is of the simulated device. */
export const readerOf = (call: Call, token: string): Person => {
  const person = byToken(call, token)
  if (deviceToken.test(token) || call.store.get('select 1 from rx_token where token = ?', token)) return person
  return refuse('【电子凭证令牌 ec_token】用码业务类型不是下载外购处方（02122）')
}

const byToken = (call: Call, token: string): Person => {
  const fromDevice = personBy('psnNo', deviceToken.exec(token)?.[1] ?? '')
  if (fromDevice) return fromDevice
  const row = call.store.get('select psn_no, expires from token where token = ?', token)
  if (!row) return refuse('【就诊凭证编号 mdtrt_cert_no】电子凭证令牌无效')
  if (Number(row.expires) < call.now) return refuse('【就诊凭证编号 mdtrt_cert_no】电子凭证令牌已过期，请重新扫码')
  return personBy('psnNo', String(row.psn_no))!
}

const byCard = (given: Texts): Person => {
  if (!given.card_sn) return refuse('【卡识别码 card_sn】凭证类型为社会保障卡时不能为空')
  // Some areas send card number and a business string in one (domain 2.1).
  const person = personBy('cardNo', given.mdtrt_cert_no!.split('|')[0]!) ?? refuse('未查询到该社会保障卡的参保信息')
  if (person.cardSn !== given.card_sn) return refuse('【卡识别码 card_sn】与社会保障卡不一致')
  if (person.state.flags.has('cardLost')) return refuse('社会保障卡已挂失，不能使用')
  return person
}

/** An electronic social card: identity number and token in one (domain 6.3). */
const byElectronicCard = (call: Call, no: string): Person => {
  const [certno = '', token = ''] = no.split('|')
  const person = byToken(call, token)
  return person.certno === certno.toUpperCase() ? person : refuse('【就诊凭证编号 mdtrt_cert_no】证件号码与令牌不一致')
}

/**
 * The person that a credential stands for (mdtrt_cert_type 01 e-voucher token, 02 identity number, 03 card, 04
 * electronic card).
 */
export const identify = (call: Call, given: Texts): Person => {
  if (given.mdtrt_cert_type === '01') return byToken(call, given.mdtrt_cert_no!)
  if (given.mdtrt_cert_type === '03') return byCard(given)
  if (given.mdtrt_cert_type === '04') return byElectronicCard(call, given.mdtrt_cert_no!)
  return personBy('certno', given.mdtrt_cert_no!.split('|')[0]!.toUpperCase()) ?? refuse('未查询到该证件号码的参保信息')
}
