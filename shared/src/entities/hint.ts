import { choice, code, flag, group, id, integer, list, note, optional, text, time } from '../field.ts'
import { size } from './size.ts'

export const hintStates = { enabled: '启用', stopped: '停用' } as const

/** Regular expression over the centre's text, matched in bounded time (server/src/domains/hint/pattern). */
export const hintPattern = text('匹配式', { max: 300 })

/** Advice for messages of the centre, as a person writes it (domain.md 8.2). */
export const hintForm = {
  pattern: hintPattern,
  tips: text('含义', { max: 200 }),
  guide: text('办法', { max: 500 }),
  /** Absent: every area, every transaction; 2101|2102 means either. */
  areaCode: optional(code('区划', { max: 6 })),
  infno: optional(code('交易', { max: 60 })),
  /** Among hints of one area and transaction the smaller one comes first. */
  sort: optional(integer('排序', { max: 99_999 })),
  enabled: flag('启用'),
}

export const hintRow = group('提示', {
  id: id('编号'),
  ...hintForm,
  sort: integer('排序'),
  areaName: note('区划名称'),
  /** Known by its text: hints with the same pattern share it. */
  regexId: id('匹配式编号'),
  /** Why the pattern matches nothing. */
  problem: optional(note('匹配式问题')),
  hits: integer('命中次数'),
  updatedBy: note('修改人'),
  updatedAt: time('修改时间'),
})

/** A pattern with the hints that use it. */
export const hintRegex = group('匹配式', {
  id: id('匹配式编号'),
  pattern: hintPattern,
  hints: integer('提示数'),
  hits: integer('命中次数'),
  problem: optional(note('匹配式问题')),
})

/** What a message brings up, in the order the clerk would read it. */
export const hintMatch = group('命中', {
  ...hintRow.shape,
  /** The part of the message that the pattern matched. */
  found: note('匹配到的原文'),
  /** False for those behind the five that a clerk is shown. */
  shown: flag('会显示'),
})

export const hintIndex = group('索引', {
  name: text('索引'),
  state: choice('状态', { none: '未建立', building: '正在重建', broken: '不完整', ready: '可用' }),
  documents: integer('文档数'),
  hints: integer('提示数'),
  size,
  builtAt: optional(time('最近重建')),
  ms: optional(integer('耗时（毫秒）')),
  node: note('节点'),
})

const part = group('片段', { text: note('文字'), hit: flag('命中') })

/** One hit of the full text; its meaning and advice are cut where words of the question stand. */
export const hintFound = group('检索结果', {
  id: id('编号'),
  /** Share of the question that was found, rare words counting more. */
  score: integer('得分', { max: 100 }),
  areaName: note('区划名称'),
  infno: hintForm.infno,
  tips: list(part, '含义'),
  guide: list(part, '办法'),
})

/** What the library says about a message of the centre. */
export const guide = group('办法', {
  id: id('编号'),
  pattern: text('匹配'),
  tips: text('含义'),
  guide: text('办法'),
})
