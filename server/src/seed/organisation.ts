import type { AreaSettings } from '../domains/organisation/settings.ts'
import type { area, client, company, store } from '../domains/organisation/tables.ts'

type Rows<T extends { $inferInsert: unknown }> = T['$inferInsert'][]

/** Fixed uuids of the demo data: `kind` 1 store, 2 user, 3 menu role, 4 data role, 5 client. */
export const seedId = (kind: number, number: number): string =>
  `00000000-0000-7000-8${String(kind).padStart(3, '0')}-${String(number).padStart(12, '0')}`

const areaSettings: Record<string, Partial<AreaSettings>> = {
  320500: {
    cntMode: 'GROSS',
    medicalTypes: ['41', '14', '9901'],
    chronicMedicalTypes: ['14', '9901'],
    typedIdCard: true,
  },
  320100: {
    cntMode: 'GROSS',
    medicalTypes: ['41', '14', '18'],
    chronicMedicalTypes: ['14', '18'],
    authorizeReversal: true,
    rereadBeforeSettle: true,
    maskSlipName: true,
  },
  430100: {
    medicalTypes: ['41', '14', '9901', '9904'],
    chronicMedicalTypes: ['14', '9901', '9904'],
    traceCodeRequired: true,
    slipLayout: '58',
    cntMode: 'GROSS',
  },
}

/** The areas of DESIGN 4, each with what it does differently. */
export const areas: Rows<typeof area> = [
  { code: '320500', name: '苏州市', settings: areaSettings[320500] },
  { code: '320100', name: '南京市', settings: areaSettings[320100] },
  { code: '430100', name: '长沙市', settings: areaSettings[430100] },
]

export const companyId = '10001'
/** Demo ERP silent login (DESIGN 4). */
export const verifyCode = 'demo-verify'

export const companies: Omit<typeof company.$inferInsert, 'verifyHash'>[] = [
  { id: companyId, name: '示例医药连锁', shortName: '示例', areas: ['320100', '320500', '430100'] },
]

/** 统一社会信用代码 of the stores' legal persons, as the demo centre has them registered. */
const uscc: Record<string, string> = {
  '320500': '91320508MA1EXAMP1M',
  '320100': '91320106MA1EXAMP27',
  '430100': '91430102MA1EXAMP3B',
}

const shop = (number: number, areaCode: string, fixmedinsCode: string, name: string, phone: string) => ({
  id: seedId(1, number),
  companyId,
  areaCode,
  fixmedinsCode,
  name,
  phone,
  contact: '示例店长',
  uscc: uscc[areaCode]!,
  // 平江店 is not yet bound to the ERP.
  erpStoreNo: number === 2 ? '' : `S00${number}`,
  contractFrom: '2026-01-01',
  contractTo: '2026-12-31',
})

export const stores = [
  shop(1, '320500', 'P32050100001', '示例大药房观前店', '0512-55550101'),
  shop(2, '320500', 'P32050100002', '示例大药房平江店', '0512-55550102'),
  shop(3, '320100', 'P32010200001', '示例大药房新街口店', '025-55550103'),
  shop(4, '430100', 'P43010200001', '示例大药房五一店', '0731-55550104'),
] satisfies Rows<typeof store>

/** Id of a demo store by its fixmedins_code. */
export const storeIdOf = (fixmedinsCode: string): string => {
  const found = stores.find((row) => row.fixmedinsCode === fixmedinsCode)
  if (!found) throw new RangeError(`no demo store ${fixmedinsCode}`)
  return found.id
}

export const clients: Rows<typeof client> = [
  { id: seedId(5, 1), companyId, clientNo: 'C001', storeId: seedId(1, 1), userId: seedId(2, 4) },
]
