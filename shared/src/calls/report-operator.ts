import { get } from '../call.ts'
import { group, id, list, note, optional, text } from '../field.ts'

const reports = ['FundPayReport', 'MedicalInsuranceReport', 'MedicalSettlementReport', 'OrderInfoReport']

/** Whom reports can be narrowed to (domain.md 8.12); apart, because several pages ask for it. */
export const reportOperator = {
  /** Who works or has worked at the stores in reach: some that fit the words, and `id` whatever they are. */
  pull: get('/api/Report/Operators', {
    menu: reports,
    scope: 'store',
    title: '操作员',
    input: { keyword: optional(note('姓名', { max: 50 })), id: optional(id('操作员')) },
    result: list(group('操作员', { id: id('编号'), name: text('姓名'), stores: note('门店') }), '操作员'),
  }),
}
