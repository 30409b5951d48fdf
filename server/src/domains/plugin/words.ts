import type { Rule, Verb } from '../../centre/plugin/types.ts'
import { areaName } from '../organisation/districts.ts'
import type { Declared } from './manifest.ts'

const ways = { in: '请求', out: '答复' } as const
const acts: Record<Verb, (rule: Rule) => string> = {
  rename: ({ value }) => `改名为 ${value}`,
  node: ({ value }) => `节点改名为 ${value}`,
  constant: ({ value }) => `固定为「${value}」`,
  default: ({ value }) => `为空时填「${value}」`,
  type: ({ value }) => (value === 'number' ? '写成数字' : '写成文本'),
  date: ({ value }) => `时间格式 ${value}`,
  omit: () => '省略',
}

/** What a service does, in a few words. */
export const doesOf = ({ mapping, route }: Declared): string => {
  const rules = (['in', 'out'] as const).flatMap((way) => {
    const count = mapping?.[way].length ?? 0
    return count ? [`${ways[way]} ${count} 条`] : []
  })
  const { path, infver, timeoutMs, retries } = route ?? {}
  const routed = [
    path && '地址',
    infver && `版本 ${infver}`,
    timeoutMs && `超时 ${timeoutMs / 1000} 秒`,
    retries && `重发 ${retries} 次`,
  ]
  return [...rules, ...routed].filter(Boolean).join('、')
}

/** Every rule of a service as a sentence. */
export const linesOf = ({ mapping, route }: Declared): string[] => [
  ...(['in', 'out'] as const).flatMap((way) =>
    (mapping?.[way] ?? []).map(
      (rule) => `${ways[way]} ${rule.node}${rule.name && `.${rule.name}`} ${acts[rule.verb](rule)}`,
    ),
  ),
  ...(route?.path ? [`地址 ${route.path}`] : []),
  ...(route?.infver ? [`接口版本 ${route.infver}`] : []),
  ...(route?.timeoutMs ? [`超时 ${route.timeoutMs / 1000} 秒`] : []),
  ...(route?.retries ? [`没有送达时再发 ${route.retries} 次`] : []),
]

/** Areas in the order of their codes, by name. */
export const areasText = (codes: readonly string[]): string => [...codes].sort().map(areaName).join('、')
