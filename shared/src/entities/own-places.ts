import { code, flag, group, id, integer, list, optional, text } from '../field.ts'

/** A store as a choice. */
const storeChoice = group('门店', {
  ...{ storeId: id('门店编号'), name: text('门店'), fixmedinsCode: code('机构编码'), areaCode: code('区划') },
  ...{ areaName: text('区划名称'), companyId: id('公司编号'), companyName: text('公司') },
  /** Its months are closed and its customers bring goods back all the same. */
  closed: optional(flag('已停用')),
})
export const storeChoices = list(storeChoice, '门店')

/** A company as a choice. */
export const companyChoices = list(
  group('公司', { companyId: id('公司编号'), name: text('公司'), stores: integer('门店数') }),
  '公司',
)
