import { table } from './data.ts'
import type { Values } from './message/check.ts'
import { textOf } from './message/value.ts'
import { product, scaled, yuan } from './money/fixed.ts'
import { certType, profileOf, psnType } from './profile.ts'
import { Refusal } from './refusal.ts'
import { institutionOf } from './seed/institutions.ts'
import { personBy, persons } from './seed/persons.ts'
import type { Running } from './serve.ts'
import { compact, dateTime } from './time.ts'
import type { Call, Outcome } from './transactions/call.ts'
import { settle } from './transactions/settle.ts'

/**
 * Books a small purchase that no client sent: a row that only the centre knows. Gives the booked output, or why not.
 * Conditions: fixmedins_code; optional psn_no and msgid.
 */
export const bookCentreOnly = ({ store, clock }: Running, given: Values): Outcome | string => {
  const institution = institutionOf(textOf(given.fixmedins_code))
  if (!institution) return 'fixmedins_code 未登记'
  const person = given.psn_no
    ? personBy('psnNo', textOf(given.psn_no))
    : persons.find((one) => one.area === institution.area && one.state.key === 'active')
  if (!person) return '没有这个人'
  const item = table('catalogue.tsv').find((row) => row.area === institution.area)!
  const amount = yuan(product(scaled(item.price!, 6)!, 10_000n))
  const now = clock.now()
  const profile = profileOf(institution.area)!
  const insurance = person.state.insurances[0]
  const line = {
    feedetl_sn: '1',
    rx_circ_flag: '0',
    fee_ocur_time: dateTime(now),
    med_list_codg: item.med_list_codg,
    medins_list_codg: item.own_code,
    det_item_fee_sumamt: amount,
    cnt: '1',
    pric: item.price,
  }
  const druginfo = {
    psn_no: person.psnNo,
    mdtrt_cert_type: '02',
    mdtrt_cert_no: person.certno,
    psn_cert_type: certType[profile.province][person.state.flags.has('foreign') ? 'residence' : 'id'],
    certno: person.certno,
    psn_type: insurance && psnType[profile.province][insurance.kind],
    psn_name: person.name,
    begntime: dateTime(now),
    medfee_sumamt: amount,
    insutype: insurance?.insutype,
    acct_used_flag: '1',
    med_type: '41',
  }
  const call: Call = {
    infno: '2102',
    msgid:
      textOf(given.msgid) ||
      `${institution.code}${compact(now).slice(0, 14)}${String(store.next('centreOnly') % 10_000).padStart(4, '0')}`,
    envelope: { insuplc_admdvs: person.insuplc, opter: '9999', opter_name: '中心' },
    input: { druginfo, drugdetail: [line] },
    profile,
    institution,
    store,
    catalogueRows: 0,
    now,
  }
  try {
    return settle(call)
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
