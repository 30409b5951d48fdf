import { code, day, flag, group, integer, list, note, optional, text, time } from '../field.ts'

/** From how many ms a statement is slow. */
export const slowThreshold = integer('慢SQL阈值（毫秒）', { min: 1, max: 60_000 })

/** A statement that was slow in the asked days; its values are never kept, a literal of its text stands as a placeholder. */
export const slowRow = group('慢SQL', {
  digest: code('摘要', { max: 16 }),
  /** Its beginning. */
  statement: note('语句', { max: 300 }),
  tables: note('表'),
  count: integer('次数'),
  averageMs: integer('平均 ms'),
  maxMs: integer('最长 ms'),
  totalMs: integer('合计 ms'),
  /** Read or changed, all times together. */
  rows: integer('返回行数'),
  lastAt: time('最近一次'),
  nodes: note('节点'),
  callers: note('调用来源'),
})

const similar = group('相近语句', {
  digest: slowRow.shape.digest,
  statement: slowRow.shape.statement,
  count: slowRow.shape.count,
  maxMs: slowRow.shape.maxMs,
})

export const slowDetail = group('慢SQL', {
  digest: slowRow.shape.digest,
  text: note('完整语句', { max: 20_000 }),
  tables: list(text('表'), '表'),
  /** A plan can be asked for. */
  explainable: flag('可看执行计划'),
  days: list(
    group('每天', {
      day: day('日期'),
      count: slowRow.shape.count,
      averageMs: slowRow.shape.averageMs,
      maxMs: slowRow.shape.maxMs,
    }),
    '每天',
  ),
  sources: list(
    group('来源', {
      node: note('节点'),
      caller: note('调用来源'),
      count: slowRow.shape.count,
      averageMs: slowRow.shape.averageMs,
      maxMs: slowRow.shape.maxMs,
      lastAt: slowRow.shape.lastAt,
    }),
    '来源',
  ),
  similar: list(similar, '相近语句'),
})

export const slowSetting = group('慢SQL设置', {
  thresholdMs: slowThreshold,
  by: optional(note('修改人')),
  at: optional(time('修改时间')),
})
