import { codesOf } from '../message/dictionary.ts'
import { type Handler, textsOf } from './call.ts'

/** 1901 字典表查询: the codes under parentValue; the table's own name or 0 asks for all of them. */
export const dictionary: Handler = (call) => {
  const { type, parentValue, valiFlag, date } = textsOf(call, 'data')
  const codes = [...(codesOf(call.profile.province, type!)?.values() ?? [])]
  const wanted = codes.filter((one) => parentValue === '0' || parentValue === type || one.parent === parentValue)
  return {
    list: (valiFlag === '0' ? [] : wanted).map((one, i) => ({
      type: one.type,
      label: one.label,
      value: one.code,
      parentValue: one.parent || type!,
      sort: String(i + 1),
      valiFlag: '1',
      createUser: 'admin',
      createDate: date! < '2021-01-01' ? date! : '2021-01-01',
      version: '1',
    })),
  }
}
