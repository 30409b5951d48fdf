import { bigserial, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { fen } from '../../database/columns.ts'

/** What money of a day is told apart by. */
const keys = {
  /** yyyy-MM-dd in Asia/Shanghai: of the settlement, or for what is taken back of the reversal. */
  day: text().notNull(),
  storeId: text('store_id').notNull(),
  areaCode: text('area_code').notNull(),
  insutype: text().notNull(),
  medicalType: text('medical_type').notNull(),
  outFlag: text('out_flag').notNull(),
  /** What 3201 tells apart, as `bookQuery` has it: without an answer's own, the store's area and 41. */
  clrOptins: text('clr_optins').notNull(),
  clrType: text('clr_type').notNull(),
}

/** Settlements plus, reversals minus, under the names of the split (domain.md 4.2). */
const sums = () => ({
  settlements: integer().notNull().default(0),
  reversals: integer().notNull().default(0),
  total: fen('total').notNull().default(0),
  fundTotal: fen('fund_total').notNull().default(0),
  account: fen('account').notNull().default(0),
  familyAccount: fen('family_account').notNull().default(0),
  cash: fen('cash').notNull().default(0),
  poolFund: fen('pool_fund').notNull().default(0),
  civilServant: fen('civil_servant').notNull().default(0),
  enterprise: fen('enterprise').notNull().default(0),
  seriousIllness: fen('serious_illness').notNull().default(0),
  largeAmount: fen('large_amount').notNull().default(0),
  medicalAid: fen('medical_aid').notNull().default(0),
  otherFund: fen('other_fund').notNull().default(0),
})

/**
 * Money by day and store, so that a year of a million orders is summed from what its days come to. Exact at any moment
 * together with fund_change: triggers of purchase_order (migration) write each change there, a job folds it in here.
 */
export const fundDay = pgTable('fund_day', { ...keys, ...sums() }, (t) => [
  primaryKey({
    name: 'fund_day_pk',
    columns: [t.day, t.storeId, t.areaCode, t.insutype, t.medicalType, t.outFlag, t.clrOptins, t.clrType],
  }),
  index('fund_day_store').on(t.storeId, t.day),
])

/** Changes of that money not folded in yet. Rows are only added: a settlement never waits for another one's. */
export const fundChange = pgTable('fund_change', { id: bigserial({ mode: 'number' }).primaryKey(), ...keys, ...sums() })
