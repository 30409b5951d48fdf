import type { ResultOf } from '@yibao/shared/call.ts'
import type { siteLoad } from '@yibao/shared/calls/site-load.ts'

type History = ResultOf<typeof siteLoad.history>
type Point = History['points'][number]
type Key = 'cpu' | 'rss' | 'heap' | 'lag' | 'rate' | 'active' | 'queue' | 'dbUsed' | 'p50' | 'p95'

interface Figure {
  title: string
  unit: string
  lines: readonly [key: Key, title: string][]
  /** What the axis shows at least. */
  atLeast: (history: History) => number
}

/** The charts of a node, in the order in which trouble is looked for. */
export const figures: readonly Figure[] = [
  { title: 'CPU（一个核）', unit: '%', lines: [['cpu', 'CPU']], atLeast: () => 100 },
  { title: '事件循环延迟（99%）', unit: 'ms', lines: [['lag', '延迟']], atLeast: () => 50 },
  {
    title: '医保中心应答',
    unit: 'ms',
    lines: [
      ['p50', '50%'],
      ['p95', '95%'],
    ],
    atLeast: () => 200,
  },
  {
    title: '数据库连接',
    unit: '个',
    lines: [
      ['dbUsed', '在用'],
      ['queue', '排队'],
    ],
    atLeast: ({ dbMax = 1 }) => dbMax,
  },
  {
    title: '请求',
    unit: '个',
    lines: [
      ['rate', '每秒'],
      ['active', '处理中'],
    ],
    atLeast: () => 5,
  },
  {
    title: '内存',
    unit: 'MB',
    lines: [
      ['rss', '进程'],
      ['heap', '堆'],
    ],
    atLeast: () => 256,
  },
]

const numberAt = (point: Point, key: Key): number | undefined => {
  const value = point[key]
  return value === undefined ? undefined : Number(value)
}

/** What a figure draws. */
export const linesOf = (history: History, { lines, unit, atLeast }: Figure, range: string) => ({
  names: history.points.map(({ at }) => (range === 'hour' ? at.slice(11, 19) : at.slice(5, 16))),
  lines: lines.map(([key, title]) => ({ title, values: history.points.map((point) => numberAt(point, key)) })),
  unit,
  atLeast: atLeast(history),
})

/** The last and the highest value of a figure's last line, in words: what a chart says to who cannot see it. */
export const sentenceOf = ({ points }: History, { lines, unit }: Figure): string => {
  const [key, title] = lines.at(-1)!
  const measured = points.flatMap((point) => {
    const value = numberAt(point, key)
    return value === undefined ? [] : [{ at: point.at, value }]
  })
  const last = measured.at(-1)
  if (!last) return '这段时间没有记录'
  const most = measured.reduce((one, other) => (other.value > one.value ? other : one))
  const of = lines.length > 1 ? `${title} ` : ''
  return `${of}最近 ${last.value} ${unit}，最高 ${most.value} ${unit}（${most.at.slice(5, 16)}）`
}
