import { choice, code, flag, group, id, integer, list, note, optional, text, time } from '../field.ts'

export const sqlState = choice('状态', {
  pending: '未执行',
  running: '执行中',
  done: '成功',
  failed: '失败',
  marked: '已标记完成',
  undone: '已回滚',
})

/** A migration of the product, or an uploaded script (domain.md 8.2 SQL版本管理). */
export const sqlRow = group('SQL版本', {
  id: code('编号', { max: 80 }),
  /** Migrations run by themselves at the start of a server: nothing is done with them here. */
  kind: choice('类别', { migration: '产品升级', script: '维护脚本' }),
  version: text('版本'),
  name: text('名称'),
  module: text('模块'),
  database: note('数据库'),
  /** SHA-256 of what was signed; of a migration of its file. */
  checksum: note('校验值'),
  state: sqlState,
  /** Absent where it did not run, or ran before it was measured. */
  ms: optional(integer('耗时（毫秒）')),
  rows: optional(integer('影响行数')),
  executor: note('执行人'),
  at: optional(time('执行时间')),
  error: note('错误'),
  /** Why it is not executed or taken back from here; empty where nothing bars it. */
  barred: note('不能执行的原因'),
  reversible: flag('可回滚'),
})

const event = group('经过', { at: time('时间'), move: text('操作'), text: note('说明'), by: note('人员') })

export const sqlDetail = group('SQL版本', {
  ...sqlRow.shape,
  script: note('执行脚本', { max: 400_000 }),
  rollback: note('回滚脚本', { max: 400_000 }),
  notes: note('说明'),
  signers: note('签名'),
  uploadedBy: note('上传人'),
  uploadedAt: optional(time('上传时间')),
  events: list(event),
})

export const sqlId = id('脚本')
