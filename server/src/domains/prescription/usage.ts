import { mostDays } from '@yibao/shared/herbs.ts'
import type { Dosage } from '../order/types.ts'

// 用法用量 is one text, typed from a paper: `口服 每次2片 每日三次 7天`. What a settlement tells the centre has a field for each
// of its parts, so what can be told apart is; anything else stays in the prescription and is told nobody as what it may not be.

const numerals = '一二两三四五六七八九十'
const count = `[\\d${numerals}]+`
const units = 'mg|μg|ug|ml|g|IU|U|[片粒丸袋支包滴喷揿贴枚瓶盒克毫升微单位]+'

const parts: Readonly<Record<'dose' | 'frequency' | 'way', RegExp>> = {
  dose: new RegExp(
    `(?:每次|一次|单次|1次)\\s*(\\d+(?:\\.\\d+)?(?:[-~～]\\d+(?:\\.\\d+)?)?\\s*(?:${units})|${count}[片粒丸袋支包滴喷揿贴枚])`,
    'iu',
  ),
  frequency: new RegExp(
    `((?:(?<![隔第]\\s*)每|(?<![\\d.${numerals}隔第]\\s*)(?:一|1))[日天周晚晨早]\\s*${count}\\s*[次剂付]|每[晚晨早]|每?隔\\s*(?:${count})?[日天]\\s*${count}?\\s*次?|每\\s*${count}\\s*(?:小时|天|日)\\s*(?:${count}\\s*次)?|睡前|必要时|(?<![a-z])(?:qd|bid|tid|qid|qn|qod|q\\d{1,2}h|prn|st)(?![a-z]))`,
    'iu',
  ),
  // Never one that it forbids, in the words before it or behind it.
  way: /(?<!(?:不可|不得|不宜|不要|不能|勿|禁止?|避免|非)(?:自行)?\s*)(口服|水煎服|煎服|冲服|含服|含化|舌下含?服?|嚼服|外用|外敷|外洗|吸入|滴眼|滴鼻|滴耳|喷鼻|皮下注射|肌肉注射|肌内注射|静脉注射|静脉滴注|直肠给药|阴道给药|贴敷)(?!禁|忌)/u,
}

// A number of days that something is taken for, and neither how often nor on which: `连服 7 天`, `疗程：14天`, or a last word of
// its own (`7天`).
const taken =
  /(?:服|用|连续?|共|疗程)药?[为：:\s]*(\d{1,2})\s*[天日](?=\s*(?:$|[，,。；;）)])|\s+[^\d\s一二两三四五六七八九十半分各])/gu
const last = /(?<![每隔第月至到~～-]\s*)(?:^|[\s，,。；;])(\d{1,2})\s*[天日]\s*。?$/gu

/** For how many days it is said to be taken; undefined where it may mean something else, or several courses. One is how often. */
const daysIn = (usage: string): number | undefined => {
  if (usage.includes('停')) return undefined
  const said = new Set([taken, last].flatMap((pattern) => [...usage.matchAll(pattern)].map(([, days]) => Number(days))))
  const [days = 0] = said
  return said.size === 1 && days > 1 && days <= mostDays ? days : undefined
}

/** The parts of a 用法用量 that it says; none of a text that says none. */
export const dosageIn = (usage: string): Dosage | undefined => {
  const found: Dosage = {}
  for (const [part, pattern] of Object.entries(parts) as [keyof typeof parts, RegExp][]) {
    const text = pattern.exec(usage)?.[1]?.trim()
    if (text) found[part] = text
  }
  const days = daysIn(usage)
  if (days) found.days = days
  return Object.keys(found).length ? found : undefined
}
