import { choice, code, group, id, integer, note, text, time } from '../field.ts'

/** One export in its owner's history: the question, never the rows. */
export const exportRow = group('导出', {
  id: id('导出编号'),
  call: code('列表'),
  title: text('名称'),
  question: note('条件'),
  columns: integer('列数'),
  rows: integer('行数'),
  state: choice('状态', {
    ready: '待下载',
    running: '正在生成',
    done: '已下载',
    cancelled: '已取消',
    failed: '未完成',
  }),
  downloads: integer('下载次数'),
  progressId: id('进度'),
  userName: text('导出人'),
  createdAt: time('导出时间'),
})

/** The sheets that can be brought in, by the `importType` of the upload dialog (SPEC 2). */
export const importTypeNames = [
  'dictionaryItem',
  'ownItem',
  'itemMapping',
  'doctor',
  'store',
  'stockTake',
  'stockChange',
  'stockPurchase',
  'stockBack',
  'auditRule',
  'account',
] as const
export type ImportTypeName = (typeof importTypeNames)[number]

/** Imports that make something which nobody can read again (a first password): the sheet that gives it, once. */
export const onceOf: Partial<Record<ImportTypeName, string>> = { account: '初始密码' }

/** A row of a sheet that cannot be brought in. */
export const importError = group('错误行', {
  /** As Excel numbers it: the head row is 1. */
  row: integer('行号'),
  column: note('列'),
  value: note('内容'),
  reason: text('原因'),
})
