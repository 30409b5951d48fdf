import { choice, group, integer, list, note, optional, ratio, text } from '../field.ts'

export const hitGroup = choice('分组', { service: '按服务', day: '按日' })
export const hitDayGroup = choice('分组', { day: '按日', month: '按月' })

const counts = {
  calls: integer('调用次数'),
  /** Calls that asked a cache and found everything there. */
  hits: optional(integer('缓存命中')),
  /** Of the calls that asked a cache; absent where none did. */
  rate: optional(ratio('命中率')),
  avgMs: optional(integer('平均耗时（毫秒）')),
  /** Answered 5xx. */
  errors: integer('错误'),
}

/** Calls of this server in a period (domain.md 8.2 服务命中统计图). */
export const hitSums = group('合计', counts)
export const hitRow = group('服务命中', { key: note('分组编码'), name: note('分组'), ...counts })

/** Different accounts; absent where it is not kept any more who called. */
const users = { users: optional(integer('使用人数')) }
export const hitDaySums = group('合计', { ...counts, ...users })
export const hitDayRow = group('按日命中', { ...hitRow.shape, ...users })

export const hitOptions = group('服务和公司', {
  services: list(group('服务', { serviceName: note('服务'), title: text('名称'), path: text('地址') })),
  companies: list(group('公司', { companyId: note('公司'), name: note('名称') })),
})
