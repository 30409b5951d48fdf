import { fillRow } from '../fill.ts'
import type { Operation } from '../operation.ts'
import { readOne } from '../reader.ts'

/** A decoded e-voucher code. */
interface EVoucher {
  /** ecToken: the credential number of a person with credential type 01 */
  token: string
  /** userName, idNo, idType (two digits), insuOrg */
  name?: string
  certificateNo?: string
  certificateType?: string
  insuredArea?: string
  gender?: string
  birthday?: string
}

/** 1162 电子凭证扫码解码 (local). `purpose` = businessType, e.g. 02121 purchase at a pharmacy. */
export const decodeEVoucher: Operation<{ code: string; purpose: string }, EVoucher> = {
  infno: '1162',
  title: '电子凭证扫码解码',
  input: ({ code, purpose }, { profile }) => ({
    data: fillRow(profile.edition, '1162', 'data', { ecQrCode: code, businessType: purpose }),
  }),
  read: (output) => {
    const row = readOne(output, 'data')
    const token = row?.maybe('ecToken')
    if (!row || !token) return undefined
    return {
      token,
      name: row.maybe('userName'),
      certificateNo: row.maybe('idNo'),
      certificateType: row.maybe('idType'),
      insuredArea: row.maybe('insuOrg'),
      gender: row.maybe('gender'),
      birthday: row.maybe('birthday'),
    }
  },
}
