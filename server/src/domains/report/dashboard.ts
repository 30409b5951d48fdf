import type { report as reportCalls } from '@yibao/shared/calls/books.ts'
import { yuan } from '@yibao/shared/money.ts'
import { addDays, formatDay, formatTime, parseTime } from '@yibao/shared/time.ts'
import { and, desc, eq, gte, inArray, lt, or, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import type { Handlers } from '../../mount.ts'
import { openSignIn, operatorOf } from '../attendance/sign.ts'
import { reconGroup } from '../reconciliation/tables.ts'
import { order } from '../settlement/tables.ts'

const dayColumn = (column: typeof order.settledAt | typeof order.reversedAt) =>
  sql<string>`to_char(${column} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`

const sumOf = (column: typeof order.total | typeof order.fundTotal | typeof order.account | typeof order.cash) =>
  sql<number>`coalesce(sum(${column}), 0)::bigint`

interface DaySums {
  day: string
  count: number
  total: number
  fund: number
  account: number
  cash: number
}

/** Sums by day of what was settled, or reversed, since a day. */
const sumsByDay = async (c: Context, since: string, kind: 'settled' | 'reversed'): Promise<Map<string, DaySums>> => {
  const column = kind === 'settled' ? order.settledAt : order.reversedAt
  const day = dayColumn(column)
  const rows = await c.db
    .select({
      day,
      count: sql<number>`count(*)::int`,
      total: sumOf(order.total),
      fund: sumOf(order.fundTotal),
      account: sumOf(order.account),
      cash: sumOf(order.cash),
    })
    .from(order)
    .where(
      and(
        c.scope.where(order.storeId),
        gte(column, parseTime(`${since} 00:00:00`)),
        kind === 'reversed' ? eq(order.state, 'reversed') : undefined,
      ),
    )
    .groupBy(day)
  return new Map(
    rows.map((row) => [
      row.day,
      {
        ...row,
        total: Number(row.total),
        fund: Number(row.fund),
        account: Number(row.account),
        cash: Number(row.cash),
      },
    ]),
  )
}

const none = (day: string): DaySums => ({ day, count: 0, total: 0, fund: 0, account: 0, cash: 0 })

const kinds = { unknown: '结果未知', parked: '挂单', unprinted: '待打印' } as const

/** What the clerk must finish, unknown ones first (ux 7). */
const pendingOf = async (c: Context) => {
  const rows = await c.db
    .select({
      id: order.id,
      state: order.state,
      parked: order.parked,
      maskedName: order.maskedName,
      total: order.total,
      at: order.updatedAt,
    })
    .from(order)
    .where(
      and(
        c.scope.where(order.storeId),
        or(
          inArray(order.state, ['settling', 'reversing', 'unknown']),
          eq(order.parked, true),
          and(
            eq(order.state, 'settled'),
            eq(order.printed, 0),
            gte(order.settledAt, parseTime(`${formatDay(c.now)} 00:00:00`)),
          ),
        ),
      ),
    )
    .orderBy(desc(order.updatedAt))
    .limit(30)
  const tiles = rows.map(({ id, state, parked, maskedName, total, at }) => {
    const kind: keyof typeof kinds = parked ? 'parked' : state === 'settled' ? 'unprinted' : 'unknown'
    return { id, kind, text: `${kinds[kind]} ${maskedName || '未读凭证'} ${yuan(total)}`, at: formatTime(at) }
  })
  const rank = Object.keys(kinds)
  return tiles.sort((a, b) => rank.indexOf(a.kind) - rank.indexOf(b.kind))
}

const yesterdayOf = async (c: Context) => {
  const day = addDays(formatDay(c.now), -1)
  const groups = await c.db
    .select()
    .from(reconGroup)
    .where(and(c.scope.where(reconGroup.storeId), eq(reconGroup.day, day)))
  const [settled] = await c.db
    .select({ n: sql<number>`count(*)::int` })
    .from(order)
    .where(
      and(
        c.scope.where(order.storeId),
        gte(order.settledAt, parseTime(`${day} 00:00:00`)),
        lt(order.settledAt, parseTime(`${addDays(day, 1)} 00:00:00`)),
      ),
    )
  if (!groups.length && !settled?.n) return undefined
  const open = groups.filter(({ state }) => state !== '2' && state !== '4')
  const state = !groups.length ? ('0' as const) : open.length ? ('3' as const) : ('2' as const)
  return { state, differences: open.length }
}

export const reportHandlers: Handlers<typeof reportCalls> = {
  dashboard: async (_, c) => {
    const today = formatDay(c.now)
    const since = addDays(today, -29)
    const [settled, reversed, pending, yesterday] = [
      await sumsByDay(c, since, 'settled'),
      await sumsByDay(c, since, 'reversed'),
      await pendingOf(c),
      await yesterdayOf(c),
    ]
    const sign = c.me.storeId ? await openSignIn(c.deps, c.me.storeId, operatorOf(c.me).operatorNo) : undefined
    const net = (day: string) => {
      const plus = settled.get(day) ?? none(day)
      const minus = reversed.get(day) ?? none(day)
      const of = (key: 'total' | 'fund' | 'account' | 'cash') => yuan(plus[key] - minus[key])
      return {
        day,
        count: plus.count,
        reversals: minus.count,
        total: of('total'),
        fund: of('fund'),
        account: of('account'),
        cash: of('cash'),
      }
    }
    const { day: _day, ...todaySums } = net(today)
    return {
      at: formatTime(c.now),
      sign: {
        signed: sign !== undefined,
        at: sign ? formatTime(sign.signedInAt) : undefined,
        operatorName: sign?.operatorName,
      },
      today: todaySums,
      pending,
      yesterday,
      days: Array.from({ length: 30 }, (_, i) => {
        const { day, count, fund, account, cash } = net(addDays(since, i))
        return { day, count, fund, account, cash }
      }),
    }
  },
}
