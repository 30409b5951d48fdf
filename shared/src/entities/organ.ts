import { choice, code, day, dict, flag, group, id, integer, note, optional, text } from '../field.ts'

/** What a person writes about a store (domain.md 8.3). */
export const organForm = {
  name: text('门店名称', { max: 100 }),
  companyId: id('公司'),
  areaCode: code('区划', { max: 6 }),
  /** fixmedins_code: 12 characters, the beginning of every msgid. */
  fixmedinsCode: code('机构编码', { max: 12 }),
  fixmedinsName: optional(note('机构名称', { max: 200 })),
  erpStoreNo: optional(code('ERP门店号', { max: 40 })),
  uscc: optional(code('统一社会信用代码', { max: 50 })),
  hospLevel: optional(dict('医院等级', 'hosp_lv')),
  address: optional(note('地址', { max: 200 })),
  contact: optional(note('联系人', { max: 50 })),
  phone: optional(note('电话', { max: 30 })),
  contractFrom: optional(day('协议开始')),
  contractTo: optional(day('协议到期')),
}

export const organState = choice('状态', { open: '营业', closed: '已停用' })

/** How the contract with the insurance stands: without one nothing is settled. */
export const contractDue = choice('协议', { soon: '30 天内到期', ended: '已到期' })

export const organRow = group('门店', {
  id: id('门店编号'),
  ...organForm,
  ...{ fixmedinsName: note('机构名称'), erpStoreNo: note('ERP门店号'), uscc: note('统一社会信用代码') },
  ...{ address: note('地址'), contact: note('联系人'), phone: note('电话') },
  companyName: text('公司'),
  areaName: text('区划'),
  /** Somebody of the store has an open sign-in of today. */
  signedIn: flag('今日签到'),
  /** A counter program of it answers. */
  online: optional(flag('客户端在线')),
  users: integer('用户数'),
  clients: integer('收银电脑'),
  state: organState,
})

/** A store that was changed. */
export const organChanged = group('门店', {
  ...organRow.shape,
  /** Names of the data roles that no longer hold it, because it became another company's. */
  leftRoles: optional(note('不再含这家门店的数据角色')),
})

/** A store by the number its chain's ERP knows it under. */
export const erpStore = group('ERP门店', {
  ...{ storeId: id('门店编号'), name: text('门店'), fixmedinsCode: code('机构编码'), erpStoreNo: note('ERP门店号') },
  bound: flag('已绑定'),
  clients: integer('收银电脑'),
})

/** fixmedins_type of 1201 (domain.md 2.2). */
export const institutionType = choice('机构类型', { '1': '定点医疗机构', '2': '定点零售药店' })

/** An institution as 1201 answers it. */
export const institutionRow = group('机构', {
  fixmedinsCode: code('机构编码'),
  fixmedinsName: text('机构名称'),
  uscc: note('统一社会信用代码'),
  fixmedinsType: optional(dict('机构类型', 'fixmedins_type')),
  hospLevel: organForm.hospLevel,
  areaCode: code('区划'),
  areaName: text('区划名称'),
  /** Our store of this code. */
  storeId: optional(id('门店编号')),
  storeName: note('本地门店'),
})
