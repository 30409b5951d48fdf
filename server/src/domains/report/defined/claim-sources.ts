import { and, between, eq, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { liquidation } from '../../liquidation/tables.ts'
import { store } from '../../organisation/tables.ts'
import { reconDifference, reconGroup } from '../../reconciliation/tables.ts'
import { columnsSql, type Expressions, filled, type SourceRows } from './source.ts'

const side = (column: AnyPgColumn, name: string) => sql`(${column}->>${sql.raw(`'${name}'`)})`

const difference: Expressions<'differences'> = {
  day: sql`${reconDifference.day}`,
  month: sql`left(${reconDifference.day}, 7)`,
  storeId: sql`${reconDifference.storeId}`,
  storeName: sql`${store.name}`,
  class: sql`${reconDifference.class}`,
  maskedName: filled(sql`${reconDifference.maskedName}`),
  setlId: filled(sql`coalesce(${side(reconDifference.local, 'setlId')}, ${side(reconDifference.centre, 'setlId')})`),
  clrOptins: sql`${reconGroup.clrOptins}`,
  insutype: filled(sql`${reconGroup.insutype}`),
  clrType: sql`${reconGroup.clrType}`,
  proposal: sql`${reconDifference.proposal}`,
  handled: sql`(${reconDifference.handledAt} is not null)`,
  action: sql`${reconDifference.action}`,
  handledBy: sql`${reconDifference.handledBy}`,
  handledAt: sql`${reconDifference.handledAt}`,
  differences: sql`1`,
  open: sql`(case when ${reconDifference.handledAt} is null then 1 else 0 end)`,
  localTotal: sql`${side(reconDifference.local, 'total')}::bigint`,
  centreTotal: sql`${side(reconDifference.centre, 'total')}::bigint`,
  localFund: sql`${side(reconDifference.local, 'fund')}::bigint`,
  centreFund: sql`${side(reconDifference.centre, 'fund')}::bigint`,
}

/** The differences of the days, without what a later run voided. */
export const differenceRows: SourceRows = (c, { from, until }, storeId) => sql`(
  select ${columnsSql({ key: sql`${reconDifference.id}`, storePinyin: sql`${store.pinyin}`, ...difference })}
  from ${reconDifference}
  join ${reconGroup} on ${reconGroup.id} = ${reconDifference.groupId}
  join ${store} on ${store.id} = ${reconDifference.storeId}
  where ${and(
    c.scope.where(reconDifference.storeId, storeId),
    between(reconDifference.day, from, until),
    eq(reconDifference.voided, false),
  )})`

const claim: Expressions<'claims'> = {
  month: sql`${liquidation.month}`,
  storeId: sql`${liquidation.storeId}`,
  storeName: sql`${store.name}`,
  clrOptins: sql`${liquidation.clrOptins}`,
  clrType: filled(sql`${liquidation.clrType}`),
  clrWay: filled(sql`${liquidation.clrWay}`),
  insutype: filled(sql`${liquidation.insutype}`),
  state: sql`${liquidation.state}`,
  appliedAt: sql`${liquidation.appliedAt}`,
  appliedBy: filled(sql`${liquidation.appliedBy}`),
  paidAt: sql`${liquidation.paidAt}`,
  paidMonth: filled(sql`${liquidation.paidMonth}`),
  applications: sql`1`,
  persons: sql`${liquidation.claimPersons}`,
  total: sql`${liquidation.claimTotal}`,
  recognised: sql`${liquidation.claimRecognised}`,
  fund: sql`${liquidation.claimFund}`,
  account: sql`${liquidation.claimAccount}`,
  cash: sql`${liquidation.claimCash}`,
  deducted: sql`${liquidation.deducted}`,
  reserved: sql`${liquidation.reserved}`,
  paid: sql`${liquidation.paid}`,
}

/** The applications of the months that the days are of. */
export const claimRows: SourceRows = (c, { from, until }, storeId) => sql`(
  select ${columnsSql({ key: sql`${liquidation.id}`, storePinyin: sql`${store.pinyin}`, ...claim })}
  from ${liquidation} join ${store} on ${store.id} = ${liquidation.storeId}
  where ${and(
    c.scope.where(liquidation.storeId, storeId),
    between(liquidation.month, from.slice(0, 7), until.slice(0, 7)),
  )})`
