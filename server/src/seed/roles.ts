import { menuRows } from '@yibao/shared/menu.ts'
import type { MenuRow } from '@yibao/shared/menu-row.ts'
import { seedId } from './organisation.ts'

interface Role {
  id: string
  name: string
  code: string
  kind: 'system'
  menus: string[]
  buttons: { menuCode: string; buttonCode: string }[]
}

const role = (number: number, [name, code]: [string, string], grants: Record<string, string>): Role => ({
  id: seedId(3, number),
  name,
  code,
  kind: 'system',
  menus: Object.keys(grants),
  buttons: Object.entries(grants).flatMap(([menuCode, codes]) =>
    codes
      .split(' ')
      .filter(Boolean)
      .map((buttonCode) => ({ menuCode, buttonCode })),
  ),
})

/** What a clerk does in a day (domain.md 8.0). */
const clerkGrants = {
  Dashboard: '',
  SwipingCard: 'query settle print edit',
  QrCode: 'query add',
  Attendance: 'query add',
  OrderManagement: 'query reverse print',
  // What the rest was paid with and whether it went back is known at the counter.
  OrderOtherpayManagement: 'query edit',
  AbnormalOrderManager: 'query reverse handle',
  OutpatientManager: 'query reverse handle',
  DayReconciliation: 'query handle print',
  DayReconciliationDetail: '',
  MonthReconciliation: 'query handle print',
  Liquidation: 'query add edit upload remove print',
  ClearScoreManage: 'query download approve',
  UnLiquidateReport: 'query print',
  PrintSettlement: 'query print',
  RxManagement: 'query add download handle print',
  DiseaseSelect: '',
  // A filing begins with the customer's card at the counter (domain.md 8.8); taking lists of people out is not the clerk's.
  SpecialDiseaseMenu: 'query add edit upload remove print',
  PersonnelFixedFilling: 'query add upload remove print',
  SpecialMedicalMenu: 'query add upload remove print',
  // A store says why it was right to sell; what comes of it is an administrator's word (domain.md 8.15).
  AuditManagement: 'query handle',
  MsgCenter: 'query',
  // What he asked for himself, and what became of it; judging is an administrator's (domain.md 8.12).
  Approval: 'query',
  MenuDiff: 'query handle import',
  // Where an ERP's routeKey 3 leads (SPEC 2): the own store as it is known here; changing it is the administrator's.
  StoreData: 'query',
}

/** The same pages without anything that changes something. */
const viewerGrants = Object.fromEntries(
  Object.entries(clerkGrants).map(([menu, codes]) => [menu, codes ? 'query' : '']),
)

const granted = (row: MenuRow) => !row.public && !row.of && row.denied !== 'notSuper'

/** Everything but what SPEC 6 keeps for super administrators. */
const areaGrants = Object.fromEntries(
  menuRows.filter(granted).map((row) => [row.menuCode, (row.buttons ?? []).join(' ')]),
)

export const clerkRole = role(1, ['店员', 'clerk'], clerkGrants)
export const areaRole = role(2, ['区域管理员', 'area'], areaGrants)
export const viewerRole = role(3, ['只读', 'viewer'], {
  ...viewerGrants,
  // Reports that administrators publish for it (domain.md 8.12); nothing else of that page.
  ReportManager: 'query',
})
/** A clerk whose account the store's register names as a pharmacist's (domain.md 7.7). */
export const pharmacistRole = role(4, ['药师', 'pharmacist'], {
  ...clerkGrants,
  RxManagement: 'query add download approve handle print',
  RxOnlinePush: 'query approve',
})
/** Shipped with the product; an older database gets a new one by its migration (0095). */
export const menuRoles: Role[] = [clerkRole, areaRole, viewerRole, pharmacistRole]

const data = (number: number, name: string, areas: string[], stores: string[]) => ({
  id: seedId(4, number),
  code: `demo-${number}`,
  name,
  areas,
  stores,
})

export const dataRoles = {
  both: data(1, '苏州市和南京市', ['320500', '320100'], []),
  suzhou: data(2, '苏州市', ['320500'], []),
  guanqian: data(3, '示例大药房观前店', [], [seedId(1, 1)]),
  xinjiekou: data(4, '示例大药房新街口店', [], [seedId(1, 3)]),
  wuyi: data(5, '示例大药房五一店', [], [seedId(1, 4)]),
}
