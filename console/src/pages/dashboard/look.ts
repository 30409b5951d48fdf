import type { ResultOf } from '@yibao/shared/call.ts'
import { mostPending, type report } from '@yibao/shared/calls/dashboard.ts'
import { addDays, elapsed, parseTime } from '@yibao/shared/time.ts'

type Tone = 'good' | 'warn' | 'harm' | 'grey'

type Row = ResultOf<typeof report.dashboard>['pending'][number]

interface Look {
  title: string
  tone: Tone
  path: string
  /** Its page has many others beside it: it is asked for this one. */
  alone?: true
}

/** What must be finished, the reddest first (ux 7); behind what a centre refused, what only a person moves on. */
const looks: Record<Row['kind'], Look & { stuck?: Look; prescription?: Look }> = {
  unknown: { title: '结果未知', tone: 'harm', path: '/abnormal-manager/abnormal-order-manager' },
  unprinted: { title: '待打印', tone: 'warn', path: '/print-settlement', alone: true },
  // Somebody stands at the counter for it, or will.
  toReturn: { title: '待退款', tone: 'warn', path: '/reconciliation/order-otherpay_management?f.left=giveBack' },
  refusedSale: {
    ...{ title: '销售被拒', tone: 'warn', path: '/reconciliation/sale-info-detail?f.state=refused' },
    // What lacks something, or stayed unknown: the program tries it no more.
    stuck: { title: '销售待处理', tone: 'warn', path: '/reconciliation/sale-info-detail?f.needs=person' },
    // Its way to the centre is another one (7206).
    prescription: { title: '取药被拒', tone: 'warn', path: '/reconciliation/rx-management?f.dispense=refused' },
  },
  // Its list is a drawer there, which this opens (menu-diff/open-stock.tsx).
  refusedStock: {
    ...{ title: '进销存被拒', tone: 'warn', path: '/menu-manager/menu-diff?f.stock=refused' },
    stuck: { title: '进销存待处理', tone: 'warn', path: '/menu-manager/menu-diff?f.stock=person' },
  },
  parked: { title: '挂单', tone: 'grey', path: '/medical-insurance-settlement/swiping-card' },
}

const order = Object.entries(looks).flatMap(([kind, { stuck, prescription, ...look }]) => [
  { kind, of: '', look },
  ...(stuck ? [{ kind, of: 'stuck', look: stuck }] : []),
  ...(prescription ? [{ kind, of: 'prescription', look: prescription }] : []),
])

/** Which of a kind's looks is a row's. */
const partOf = ({ stuck, prescription }: { stuck?: boolean; prescription?: boolean }) =>
  stuck ? 'stuck' : prescription ? 'prescription' : ''

/** What waits, the most urgent first, each with its look. A kind that a newer server tells of and we do not know is left out. */
export const inOrder = <T extends { kind: string; stuck?: boolean; prescription?: boolean }>(pending: readonly T[]) =>
  order.flatMap(({ kind, of, look }) =>
    pending.filter((one) => one.kind === kind && partOf(one) === of).map((one) => ({ ...one, look })),
  )

/** The most urgent of them, and of what is not among those the first of each look: none of them is out of sight. */
export const mostUrgent = <T extends { look: Look }>(ordered: readonly T[]): T[] =>
  ordered.filter(({ look }, i) => i < 5 || look !== ordered[i - 1]!.look)

/** Rows of a kind that a server of before told at most, and said nothing of the others. */
const toldAtMost = 10

/** How many things wait: of a kind whose rows are not all here, as many as the server counted. */
export const waitingCount = (rows: readonly { kind: string; count?: number | undefined }[]): string => {
  let [all, isMore] = [0, false]
  for (const kind of new Set(rows.map((one) => one.kind))) {
    const told = rows.filter((one) => one.kind === kind)
    const count = told[0]!.count ?? told.length
    all += Math.min(count, mostPending)
    isMore ||= count > mostPending || (told[0]!.count === undefined && told.length === toldAtMost)
  }
  return `${all}${isMore ? '+' : ''} 件`
}

/** How many shops can sell, in a word. */
export const storesLook = ({
  total,
  online,
  unsigned,
}: {
  total: number
  online: number
  unsigned: number
}): { text: string; tone: Tone } => {
  if (!total) return { text: '还没有门店', tone: 'grey' }
  if (online === total && !unsigned) return { text: '✓ 全部在线', tone: 'good' }
  return { text: `在线 ${online}/${total}`, tone: 'warn' }
}

/** Yesterday's reconciliation in a word. */
export const yesterdayLook = ({
  state,
  differences,
}: {
  state: string
  differences: number
}): { text: string; tone: Tone; hint: string } => {
  if (state === '2') return { text: '✓ 平', tone: 'good', hint: '两边一致，不需要处理' }
  if (state === '4') return { text: '✓ 已处理', tone: 'good', hint: '差异都已处理' }
  if (state === '3') return { text: `✕ 不平 ${differences} 笔`, tone: 'harm', hint: '打开日对账，逐笔查看依据和建议' }
  if (state === '5') return { text: '△ 对账未完成', tone: 'warn', hint: '打开日对账，重新对总账' }
  return { text: '△ 未对账', tone: 'warn', hint: '打开日对账，按「对总账」' }
}

/** What a pharmacist has to do, and how long somebody has been standing there for it; nothing for none. */
export const waitingText = ({ count, since }: { count: number; since?: string | undefined }, now: Date): string => {
  if (!count) return ''
  const longest = since ? `，最长 ${elapsed(now.getTime() - parseTime(since).getTime()).replace(/^\d+/, '$& ')}` : ''
  return `审核 ${count} 张待审核处方${longest}`
}

/** Yesterday's books of an area in a word: what is not equal, what is not known yet, and only then that all is even. */
export const booksLook = (books: {
  stores: number
  unequal: number
  unfinished: number
  differences: number
}): { text: string; tone: Tone } => {
  const { stores, unequal, unfinished, differences } = books
  if (unequal) return { text: `✕ ${unequal} 店 ${differences} 笔未平`, tone: 'harm' }
  if (unfinished) return { text: `△ ${unfinished} 店还没有对完账`, tone: 'warn' }
  if (!stores) return { text: '昨天没有对账', tone: 'grey' }
  return { text: `✓ ${stores} 店全部平账`, tone: 'good' }
}

const books = '/reconciliation/day-reconciliation'

/** Where the days before yesterday that wait for somebody are dealt with; nothing where none does, or a server of before tells of none. */
export const earlierLead = (
  earlier: { days: number; from: string; to: string } | undefined,
): { to: string; text: string } | undefined =>
  earlier && {
    to: `${books}?f.from=${earlier.from}&f.to=${earlier.to}&f.pending=true`,
    text: `看更早 ${earlier.days} 天待处理（${earlier.from.slice(5)}${earlier.days > 1 ? ' 起' : ''}）`,
  }

/** Where yesterday's books are looked into, as of `at`: what waits for somebody, the worst first; all of them where nothing does. */
export const booksLead = (
  { pending = 0 }: { pending?: number | undefined },
  at: string,
): { to: string; text: string } => {
  if (!pending) return { to: books, text: '打开日对账' }
  const day = addDays(at.slice(0, 10), -1)
  return { to: `${books}?f.from=${day}&f.to=${day}&f.pending=true`, text: `看 ${pending} 组待处理` }
}
