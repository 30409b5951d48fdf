import { namesOf, plainName } from '../names.ts'
import { allFields } from '../standard.ts'

// What no mapping may touch, in whatever transaction: money and quantities, who somebody is, the numbers by which a
// message and its booking are found again, and states that decide whether something is sent once more.

/** Persons, institutions and credentials. */
const identity = [
  ...['psn_no', 'psn_name', 'patn_name', 'certno', 'psn_cert_type', 'psn_type', 'psn_idet_type', 'agnter_certno'],
  ...['mdtrt_cert_type', 'mdtrt_cert_no', 'ec_token', 'ec_qr_code', 'id_no', 'id_type', 'user_name', 'card_no'],
  ...['fixmedins_code', 'fixmedins_name', 'medins_no', 'insuplc_admdvs', 'insu_admdvs', 'insu_optins', 'opter'],
]
/** What a booking is known by and what says how it stands. */
const onceOnly = [
  ...['msgid', 'omsgid', 'infno', 'oinfno', 'infcode', 'inf_refmsgid', 'err_msg', 'refd_setl_flag', 'cnfm_flag'],
  ...['stmt_rslt', 'clr_stas', 'file_qury_no', 'filename', 'inv_data_type', 'hi_rxno', 'auth_rxno', 'rxno'],
  ...['rx_stas_codg', 'rx_used_stas_codg', 'rx_chk_stas_codg', 'drug_trac_codg', 'seqno', 'startrow', 'vali_flag'],
]
/** What decides what a purchase costs and who pays it. */
const pricing = [
  ...['acct_used_flag', 'insutype', 'med_type', 'clr_type', 'clr_way', 'clr_optins', 'setl_optins', 'fund_pay_type'],
  ...['med_list_codg', 'hilist_code', 'chrgitm_lv', 'dise_codg', 'trt_year', 'trt_month', 'clr_ym', 'setlym'],
]
const signature = ['cainfo', 'signtype', 'dev_no', 'dev_safe_info', 'sign_no', 'signature', 'sign']

const named = new Set([...identity, ...onceOnly, ...pricing, ...signature])
const amount = /(^|_)(sum)?(amt|payamt|pay|fee|pric|cnt|balc|dedc|sum|lmt|dfr|dpst)$|(amt|fee)$/
const number = /(^|_)(id|ids|sn|bchno|evt)$|^rid$/

let counted: Set<string> | undefined
/** Every name that holds a number with decimals somewhere in the tables: amounts, quantities, ratios. */
const measures = (): Set<string> => {
  counted ??= new Set(
    allFields()
      .filter(({ type, decimals }) => type === 'N' && decimals > 0)
      .map(({ name }) => plainName(name)),
  )
  return counted
}

/** Whether a field of this name is none of a mapping's business, in any spelling. */
export const isGuarded = (name: string): boolean =>
  namesOf(name).some((one) => named.has(one) || amount.test(one) || number.test(one) || measures().has(one))

/** The transactions on which exactly once stands (DESIGN 7): their nodes keep their names as well. */
const settling = /^(2102|2103|2207|2208|2601)$/
/** Whether a transaction books money, or takes a booking back. */
export const isSettling = (infno: string): boolean => settling.test(infno)

// Files go through these as bytes: there is nothing to map, and their path is the profile's.
const files = /^(9101|9102)$/
/** Whether a transaction carries a file. */
export const isFileTransfer = (infno: string): boolean => files.test(infno)

const questions = /^(1101|1201|13\d\d|1901|2001|269[34]|3205|3693|5[123]\d\d|7202)$/
/** Whether a transaction only asks: it may be sent again where it did not arrive. */
export const isQuestion = (infno: string): boolean => questions.test(infno)

/** Every guarded value of a message with its name, in order: what must be the same behind a mapping as before it. */
export const guardedValues = (message: unknown, name = ''): string[] => {
  if (Array.isArray(message)) return message.flatMap((one) => guardedValues(one, name))
  if (typeof message === 'object' && message !== null)
    return Object.entries(message).flatMap(([key, value]) => guardedValues(value, key))
  return name !== '' && isGuarded(name) ? [`${plainName(name)}=${JSON.stringify(message)}`] : []
}
