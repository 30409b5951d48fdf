import * as z from 'zod/mini'
import { choice, code, data, day, flag, group, id, integer, list, mapOf, note, optional, text, time } from '../field.ts'
import { periodNames } from '../period.ts'
import { sourceTitles } from '../reporting/titles.ts'

/** Bounds of a report: what fits on paper, and what one statement may be asked for. */
export const reportBounds = {
  columns: 20,
  groups: 4,
  parameters: 12,
  /** Rows of a grouped report. */
  groupRows: 5000,
  /** Days of a period, both included. */
  days: 400,
  /** Rows of a preview. */
  preview: 50,
  headerLines: 3,
  signatures: 4,
} as const

export const reportSource = choice('数据源', sourceTitles)
export const reportModule = choice('模块', {
  settlement: '结算',
  reconciliation: '对账',
  liquidation: '清算',
  goods: '商品',
  other: '其他',
})
export const reportState = choice('状态', { draft: '草稿', published: '已发布', stopped: '已停用' })

/** A column: rows come together by `group`; then everything else is a `sum`. */
export const reportColumn = group('列', {
  field: code('字段', { max: 40 }),
  use: choice('用法', { show: '显示', group: '分组', sum: '合计' }),
  title: optional(text('列名', { max: 20 })),
  width: optional(integer('列宽', { min: 50, max: 400 })),
})

/** What may be asked when it is run, or what holds always. */
const reportParameter = group('条件', {
  field: code('字段', { max: 40 }),
  mode: choice('用法', { ask: '运行时可改', fixed: '固定' }),
  value: optional(note('值', { max: 60 })),
})

/** A value for a parameter, as text. */
export const reportValue = group('条件值', {
  field: code('字段', { max: 40 }),
  value: optional(note('值', { max: 60 })),
})

/** What a version of a definition holds. */
export const reportContent = {
  name: text('名称', { max: 40 }),
  module: reportModule,
  columns: list(reportColumn, '列', { max: reportBounds.columns }),
  period: choice('默认期间', periodNames),
  parameters: list(reportParameter, '查询条件', { max: reportBounds.parameters }),
  sortField: optional(code('排序列', { max: 40 })),
  sortOrder: optional(choice('排序方向', { ascend: '升序', descend: '降序' })),
  paper: choice('纸张', { portrait: 'A4 纵向', landscape: 'A4 横向' }),
  header: optional(note('表头说明', { max: 200 })),
  signatures: optional(note('签字栏', { max: 60 })),
  roles: list(id('角色'), '可运行的角色', { max: 20 }),
}

/** A line of the list of definitions: as it is now for who keeps it, as it is in force for everybody else. */
export const definitionRow = group('报表', {
  id: id('编号'),
  code: code('编码'),
  name: reportContent.name,
  module: reportModule,
  source: reportSource,
  paper: reportContent.paper,
  roles: note('可运行的角色'),
  version: integer('最新版本'),
  /** The version in force, where one is. */
  published: optional(integer('生效版本')),
  /** Both in words. */
  release: note('版本'),
  state: reportState,
  areaCode: note('区划编码'),
  areaName: note('区划'),
  modifier: note('修改人'),
  modifiedAt: time('修改时间'),
  /** When it is sent by itself, for who may change it. */
  schedule: note('计划'),
  scheduled: flag('有计划'),
  /** The asker may change it. */
  manageable: flag('可修改'),
  /** The asker may run what is in force. */
  runnable: flag('可运行'),
})

/** Who made a version, and what it changed from the one before. */
const reportVersion = group('版本', {
  version: integer('版本'),
  at: time('时间'),
  by: note('修改人'),
  what: note('操作'),
  changes: note('改动'),
  publishedAt: optional(time('发布时间')),
  publishedBy: optional(note('发布人')),
})

export const definitionDetail = group('报表', {
  ...definitionRow.shape,
  content: group('内容', reportContent),
  /** The newest first; only for who may change it. */
  versions: list(reportVersion, '版本记录'),
})

/** A result: rows by field, money in yuan as everywhere. */
export const reportResult = z.object({
  items: z.array(mapOf('行', data('值'))),
  total: z.int(),
  totalIsBound: z.boolean(),
  totals: mapOf('合计', data('值')),
  from: day('开始日期'),
  to: day('结束日期'),
  at: time('统计时间'),
})

/** Lines above a printed report. */
export const headerLines = (header: string | undefined): string[] =>
  (header ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Who signs below it: written one after another. */
export const signers = (signatures: string | undefined): string[] =>
  (signatures ?? '').split(/[\s、,，;；]+/).filter(Boolean)
