import { table } from '../data.ts'
import { fen, product, scaled, yuan } from '../money/fixed.ts'
import { certType, profileOf, psnType } from '../profile.ts'
import type { Person } from '../seed/persons.ts'
import { dateTime } from '../time.ts'
import { START } from './client.ts'

/** A line of a test purchase. */
export interface Bought {
  code: string
  cnt: string
  pric: string
  rx?: boolean
}

/** Worked example A: 40.00 甲 + 30.00 乙 10 % + 15.60 丙. */
export const exampleA: Bought[] = [
  { code: 'XA00AAA000A001010100001', cnt: '2.0000', pric: '20.000000' },
  { code: 'ZA00AAA000A001010100002', cnt: '1', pric: '30.00' },
  { code: 'XA00AAA000A001010100003', cnt: '1', pric: '15.6' },
]

/** The catalogue of an area. */
export const catalogue = table('catalogue.tsv')

const amountOf = ({ cnt, pric }: Bought): string => yuan(product(scaled(pric, 6)!, scaled(cnt, 4)!))

/** The input of a 2101 or 2102 by identity number, as a store of an area sends it. */
export const purchase = (person: Person, lines: Bought[], more: Record<string, string> = {}, area = person.area) => {
  const { province } = profileOf(area)!
  const time = dateTime(START)
  const drugdetail = lines.map((line, i) => ({
    feedetl_sn: String(i + 1),
    rxno: line.rx ? `RX${i + 1}` : '',
    rx_circ_flag: line.rx ? '1' : '0',
    fee_ocur_time: time,
    med_list_codg: line.code,
    medins_list_codg: String(100_001 + i),
    det_item_fee_sumamt: amountOf(line),
    cnt: line.cnt,
    pric: line.pric,
  }))
  const sum = drugdetail.reduce((total, line) => total + fen(line.det_item_fee_sumamt), 0)
  return {
    druginfo: {
      psn_no: person.psnNo,
      mdtrt_cert_type: '02',
      mdtrt_cert_no: person.certno,
      card_sn: '',
      psn_cert_type: certType[province][person.state.flags.has('foreign') ? 'residence' : 'id'],
      certno: person.certno,
      psn_type: psnType[province][person.state.insurances[0]!.kind],
      psn_name: person.name,
      begntime: time,
      medfee_sumamt: yuan(sum),
      invono: '',
      insutype: person.state.insurances[0]!.insutype,
      dise_codg: '',
      dise_name: '',
      acct_used_flag: '1',
      med_type: '41',
      ...more,
    },
    drugdetail,
  }
}
