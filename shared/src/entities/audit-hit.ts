import { choice, code, flag, group, integer, money, note, optional, text, time } from '../field.ts'

export const auditLevels = { remind: '提醒', block: '拦截' } as const

/** One hit at a line of a basket, in the three parts of a counter's message (ux 2.6). */
export const auditHit = group('审核提示', {
  key: code('提示'),
  /** Of the basket; 0: of all of it. */
  line: integer('行'),
  rule: code('规则编码'),
  ruleName: text('规则'),
  kind: note('类型'),
  level: choice('级别', auditLevels),
  what: text('提示'),
  meaning: note('含义'),
  next: note('怎么办'),
  reasonRequired: flag('须填原因'),
  amount: money('涉及金额'),
  confirmedBy: optional(note('确认人')),
  confirmedAt: optional(time('确认时间')),
  reason: optional(note('原因')),
})
