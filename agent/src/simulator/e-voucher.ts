import { persons } from './persons.ts'
import type { Simulator } from './simulator.ts'

const json = (code: number, message: string, data?: object) => ({
  ret: '0000',
  out: { outData: JSON.stringify({ code, message, data }) },
})

/** The e-voucher library NationECCode.dll: scan window, QR code, token (domain.md 6.3). */
export const eVoucher: Simulator = () => ({
  NationEcTrans: (text, switches) => {
    if (switches.eVoucher === 'expired') return json(-1, '二维码已失效，请刷新后重试')
    const person = persons.find(({ certNo }) => certNo === switches.eVoucher)
    if (!person) return json(-3, '没有扫到电子凭证')
    // A foreigner's permanent residence is 07.
    const idType = /^\d/.test(person.certNo) ? '01' : '07'
    const { transType } = JSON.parse(text('inData') || '{}') as { transType?: string }
    if (transType === 'ecCardQuery')
      return json(0, '处理成功', {
        si_no: person.certNo,
        si_card_no: person.cardNo,
        si_card_issue_area: person.area,
        name: person.name,
        gender: person.gender,
        id_type: idType,
        id_no: person.certNo,
        ecCardToken: `${person.ecToken}01`,
      })
    const data = {
      userName: person.name,
      idNo: person.certNo,
      idType,
      insuOrg: person.area,
      ecIndexNo: person.ecIndexNo,
      ecToken: person.ecToken,
      gender: person.gender,
      birthday: person.birthday,
    }
    return json(0, '处理成功', data)
  },
})
