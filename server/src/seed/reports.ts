import { nextDue } from '@yibao/shared/reporting/rhythm.ts'
import type { Database } from '../database/open.ts'
import { reportDefinition, reportVersion } from '../domains/report/defined/tables.ts'
import { reportSchedule } from '../domains/report/schedule/tables.ts'
import { seedId } from './organisation.ts'
import { areaRole, viewerRole } from './roles.ts'

const at = new Date('2026-01-05T01:00:00Z')
const by = '系统'

const monthly = {
  name: '门店医保基金月报',
  module: 'settlement' as const,
  columns: [
    { field: 'month', use: 'group' as const },
    { field: 'storeName', use: 'group' as const },
    { field: 'insutype', use: 'group' as const },
    { field: 'settlements', use: 'sum' as const },
    { field: 'reversals', use: 'sum' as const },
    { field: 'total', use: 'sum' as const },
    { field: 'fundTotal', use: 'sum' as const },
    { field: 'account', use: 'sum' as const },
    { field: 'cash', use: 'sum' as const },
  ],
  period: 'month' as const,
  parameters: [
    { field: 'storeId', mode: 'ask' as const },
    { field: 'insutype', mode: 'ask' as const },
  ],
  paper: 'landscape' as const,
  header: '撤销按撤销日期冲减，金额单位：元',
  signatures: '制表、复核、负责人',
  roles: [areaRole.id, viewerRole.id],
}

const goods = {
  name: '医保商品销售排行',
  module: 'goods' as const,
  columns: [
    { field: 'ownCode', use: 'group' as const },
    { field: 'name', use: 'group' as const, title: '商品' },
    { field: 'quantity', use: 'sum' as const },
    { field: 'amount', use: 'sum' as const },
  ],
  period: 'month' as const,
  parameters: [{ field: 'prescription', mode: 'ask' as const }],
  sortField: 'amount',
  sortOrder: 'descend' as const,
  paper: 'portrait' as const,
  signatures: '制表',
  roles: [areaRole.id],
}

const everyMonth = { rhythm: 'month', monthDay: '1', clock: '06:00' } as const

/** Two reports to begin with: one in force everywhere and sent every month, one that its area's administrator is still writing. */
export const seedReports = async (db: Database): Promise<void> => {
  const common = { version: 1, modifier: by, modifiedAt: at }
  await db.insert(reportDefinition).values([
    {
      ...{ id: seedId(12, 1), code: 'JJ-01', areaCode: '', source: 'settlements', ...common },
      ...{ state: 'published', published: 1, roles: monthly.roles },
    },
    { id: seedId(12, 2), code: 'SP-01', areaCode: '320500', source: 'lines', ...common },
  ])
  await db.insert(reportVersion).values([
    {
      ...{ definitionId: seedId(12, 1), version: 1, content: monthly, what: '新增', by, at },
      ...{ publishedBy: by, publishedAt: at },
    },
    { definitionId: seedId(12, 2), version: 1, content: goods, what: '新增', by, at },
  ])
  await db.insert(reportSchedule).values({
    ...{ definitionId: seedId(12, 1), revision: 1, on: true, rhythm: everyMonth, roles: [areaRole.id] },
    // A start begins no run of a month that was over before there was anything.
    ...{ plannerId: seedId(2, 1), planner: '周管理', savedAt: at, nextAt: nextDue(everyMonth, new Date()) },
  })
}
