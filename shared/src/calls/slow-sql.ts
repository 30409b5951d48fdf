import { get, pageOf, paging, post } from '../call.ts'
import { slowDetail, slowRow, slowSetting, slowThreshold } from '../entities/slow-sql.ts'
import { code, day, group, integer, note, optional } from '../field.ts'

const menu = 'SlowSql'
const one = { digest: slowRow.shape.digest }

/** /system-manager/slow-sql */
export const slowSql = {
  paged: get('/api/SlowSql/Paged', {
    menu,
    title: '慢SQL',
    input: {
      ...paging,
      /** The last seven days unless said; 30 are kept. */
      from: optional(day('开始日期')),
      to: optional(day('结束日期')),
      minMs: optional(integer('最长至少 ms', { max: 3_600_000 })),
      node: optional(note('节点', { max: 80 })),
      table: optional(code('表', { max: 60 })),
      digest: optional(code('摘要', { max: 16 })),
    },
    result: pageOf(slowRow),
  }),
  get: get('/api/SlowSql/Get', { menu, title: '慢SQL详情', input: one, result: slowDetail }),
  /** The plan that the database would take for any values; nothing is run. */
  explain: get('/api/SlowSql/Explain', {
    menu,
    title: '执行计划',
    audit: { action: '查看执行计划', record: ['digest'] },
    input: one,
    result: group('执行计划', { plan: note('执行计划', { max: 100_000 }) }),
  }),
  setting: get('/api/SlowSql/Setting', { menu, title: '慢SQL设置', result: slowSetting }),
  saveSetting: post('/api/SlowSql/SaveSetting', {
    menu,
    button: 'edit',
    title: '修改慢SQL阈值',
    audit: { action: '修改慢SQL阈值', record: ['thresholdMs'] },
    input: { thresholdMs: slowThreshold },
  }),
}
