import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { type Action, act, type Filter, subjectOf } from '../kit/index.ts'
import { setFilters } from '../kit/list/state.ts'
import { ofAllStores } from '../organisation/all-stores.ts'
import { ListedStoreFilter, StoreFilter } from '../organisation/store-filter.tsx'
import { go } from '../state/go.ts'

// What a page of months does, whichever way its centre is asked.

/** A store's month on such a page. */
interface MonthRow {
  id: string
  month: string
  storeId: string
  openDays: number
  state: string
  handledBy?: string | undefined
  handledNote?: string | undefined
  handledAt?: string | undefined
  /** How its application stands; 2 = revoked. */
  claim?: string | undefined
}

/** 平 or 已处理: it can be claimed. */
export const isAgreed = (state: string) => state === '2' || state === '4'

/** Filters that leave no group of a store's months out. */
const whole = new Set(['from', 'to', 'storeId'])

/** Nothing stands at the centre for it: never applied for, taken back, or sent back. */
const isUnclaimed = ({ claim }: Pick<MonthRow, 'claim'>) =>
  claim === undefined || claim === '0' || claim === '2' || claim === '5'

/** What is said above months of which every group agrees, all of them in sight, and not all are claimed (ux 3). */
export const readyText = (
  { items, total }: { items: readonly Pick<MonthRow, 'state' | 'openDays' | 'claim'>[]; total: number },
  filters: Record<string, unknown>,
): string | undefined => {
  const narrowed = Object.keys(setFilters(filters)).some((key) => !whole.has(key))
  const ready = items.every(({ state, openDays }) => isAgreed(state) && openDays === 0)
  if (!total || items.length < total || narrowed || !ready || !items.some(isUnclaimed)) return undefined
  const how = items.some(({ state }) => state === '4') ? '一致或已处理' : '一致'
  return `${total} 组全部${how}，可以生成月度清算`
}

const toLiquidation = ({ month, storeId }: { month: string; storeId?: string }) => {
  const asked = { 'f.from': month, 'f.to': month, ...(storeId && { 'f.storeId': storeId }) }
  go(`/liquidation-management/liquidation?${new URLSearchParams(asked)}`)
}

type DayFilter = 'month' | 'storeId' | 'insutype' | 'unfinished' | 'clrType' | 'clrOptins'

const dayFilters: (DayFilter | Filter<{ [K in DayFilter]?: unknown }>)[] = [
  'month',
  { key: 'storeId', title: '门店', input: StoreFilter },
  'insutype',
  'unfinished',
  { key: 'clrType', more: true },
  { key: 'clrOptins', more: true },
]

/** How a store's month is asked for day by day. */
export const daysOfMonth = {
  empty: '没有符合条件的日子。选择门店和月份，或放宽条件',
  initial: () => ({ month: lastMonth() }),
  filters: dayFilters,
}

interface Calls {
  total: typeof monthBooks.monthTotal
  check: typeof monthBooks.monthCheck
}

const inputs = { storeId: StoreFilter }

/** 月对总账, 逐日核对 and 清算申请 above the list. */
export const monthActions = <R extends MonthRow>({ total, check }: Calls): Action<readonly R[]>[] => [
  act({
    key: 'total',
    text: '月对总账',
    primary: true,
    call: total,
    form: {
      fields: ['month', 'storeId'],
      initial: () => ({ month: lastMonth() }),
      intro: ofAllStores('把整月的本地合计逐组与医保中心核对，每天都对平的门店才会核对。'),
      okText: '开始对账',
      cancelText: '不对账',
      inputs,
    },
    progress: '月对总账',
  }),
  act({
    key: 'check',
    text: '逐日核对',
    call: check,
    form: {
      fields: ['month', 'storeIds', 'force'],
      initial: (_, tools) => {
        const { storeId } = subjectOf(tools)
        return { month: lastMonth(), storeIds: storeId && [storeId] }
      },
      intro: ofAllStores(
        '把这个月还没有对平的日子逐天对总账、对明细。每天都平而整月不平时，选「已对平的日子也重新核对」找出是哪一天。',
      ),
      okText: '开始核对',
      cancelText: '不核对',
      inputs: { storeIds: ListedStoreFilter },
    },
    progress: '逐日核对',
  }),
  {
    key: 'liquidation',
    text: '清算申请',
    need: { menuCode: 'Liquidation' },
    run: (_, tools) => toLiquidation({ month: lastMonth(), ...subjectOf(tools) }),
  },
]

/** The same of one row: one of them, or two where the month agrees. */
export const monthRowActions = <R extends MonthRow>({ total, check }: Calls): Action<R>[] => [
  act({
    key: 'totalOne',
    text: '对总账',
    call: total,
    // A month under way has no whole to compare.
    shown: ({ openDays, month, state }: R) => openDays === 0 && month <= lastMonth() && !isAgreed(state),
    input: ({ month, storeId }: R) => ({ month, storeId }),
    progress: '月对总账',
  }),
  act({
    key: 'checkOne',
    text: '逐日核对',
    call: check,
    shown: ({ openDays }: R) => openDays > 0,
    input: ({ month, storeId }: R) => ({ month, storeIds: [storeId] }),
    progress: '逐日核对',
  }),
  {
    key: 'liquidationOne',
    text: '清算申请',
    need: { menuCode: 'Liquidation' },
    shown: ({ state }: R) => isAgreed(state),
    run: (row: R) => toLiquidation(row),
  },
  act({
    key: 'totalAgain',
    text: '重新对总账',
    call: total,
    // A marked one is asked about again once its mark is taken back.
    shown: ({ openDays, state, handledAt }: R) => openDays === 0 && isAgreed(state) && handledAt === undefined,
    input: ({ month, storeId }: R) => ({ month, storeId }),
    progress: '月对总账',
  }),
  act({
    key: 'mark',
    text: '标记处理',
    call: monthBooks.markMonth,
    shown: ({ openDays, state }: R) => openDays === 0 && state === '3',
    input: ({ id }: R) => ({ id }),
    form: {
      fields: ['note'],
      intro:
        '每一天两边都一致，只有医保中心整月的合计不一致时，写明原因后按「已处理」申请清算。每天核对完直接标记，不用再对总账。标记后这一组不再对总账，日对账有变动时标记失效。',
      okText: '标记处理',
      cancelText: '不标记',
    },
    done: '已标记为已处理',
  }),
  act({
    key: 'unmark',
    text: '撤回标记',
    call: monthBooks.unmarkMonth,
    shown: ({ handledAt, claim }: R) => handledAt !== undefined && (claim === undefined || claim === '2'),
    input: ({ id }: R) => ({ id }),
    confirm: ({ handledBy, handledAt, handledNote }: R) => ({
      title: '撤回这个月的标记？',
      tips: `${handledAt} ${handledBy} 标记：${handledNote}。撤回后这一组又是不平，不能申请清算，可以重新对总账。`,
    }),
    done: '已撤回，这一组又是不平',
  }),
]

/** Widths (px) of who marked a month, and why. */
export const markColumns = { handledNote: 240, handledBy: 90, handledAt: 110 } as const

/** A row of such a page is a group of its store's month. */
interface MonthGroup extends MonthRow {
  insutype: string
  clrType: string
  clrOptins: string
}

/** The filters of a page of days for one row of months: days of its group alone, the open ones first where there are some. */
export const daysOfMonthQuery = ({ month, storeId, insutype, clrType, clrOptins, openDays }: MonthGroup): string => {
  const narrowed = { month, storeId, insutype, clrType, clrOptins, ...(openDays > 0 && { unfinished: 'true' }) }
  return String(new URLSearchParams(Object.entries(narrowed).map(([name, value]) => [`f.${name}`, value])))
}
