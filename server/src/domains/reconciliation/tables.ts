import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytes, fen, lease, moment } from '../../database/columns.ts'

/** What a 3201 speaks of, our sums of it (fen) and what the centre said. */
const group = () => ({
  id: text().primaryKey(),
  storeId: text('store_id').notNull(),
  areaCode: text('area_code').notNull(),
  clrOptins: text('clr_optins').notNull(),
  insutype: text().notNull(),
  clrType: text('clr_type').notNull(),
  count: integer().notNull(),
  total: fen('total').notNull(),
  fund: fen('fund').notNull(),
  account: fen('account').notNull(),
  cash: fen('cash').notNull(),
  centreResult: text('centre_result'),
  centreText: text('centre_text'),
})

/** A group of one store-day: the unit of 3201 (domain.md 5.1). */
export const reconGroup = pgTable(
  'recon_group',
  {
    ...group(),
    day: text().notNull(),
    state: text().notNull().default('0'),
    operatorName: text('operator_name'),
    at: moment('at'),
    /** When a run last found other sums in our book than the one before: a month's result is from before or after it. */
    changedAt: moment('changed_at'),
    fileId: text('file_id'),
  },
  (t) => [
    uniqueIndex('recon_group_key').on(t.storeId, t.day, t.clrOptins, t.insutype, t.clrType),
    index('recon_group_day').on(t.day),
  ],
)

/** A group of one store-month, as the last 3201 over the whole month saw it (domain.md 5.5). */
export const reconMonth = pgTable(
  'recon_month',
  {
    ...group(),
    /** yyyy-MM */
    month: text().notNull(),
    state: text().notNull(),
    operatorName: text('operator_name').notNull(),
    at: moment('at').notNull(),
    /** Who marked an unequal whole as dealt with, and why (month/mark.ts); of these sums and words of the centre alone. */
    handledBy: text('handled_by'),
    handledNote: text('handled_note'),
    handledAt: moment('handled_at'),
  },
  (t) => [
    uniqueIndex('recon_month_key').on(t.storeId, t.month, t.clrOptins, t.insutype, t.clrType),
    index('recon_month_month').on(t.month),
  ],
)

/** A 3202 result file, sealed (sealed-file.ts), kept because the centre's copy expires. */
export const reconFile = pgTable('recon_file', {
  id: text().primaryKey(),
  storeId: text('store_id').notNull(),
  day: text().notNull(),
  filename: text().notNull(),
  content: bytes('content').notNull(),
  expiresAt: text('expires_at'),
  at: moment('at').notNull(),
})

export interface Side {
  setlId: string
  mdtrtId: string
  total?: number
  fund?: number
  account?: number
  /** Only where the centre tells them: of its rows (1321), or of one that somebody asked about (5203). */
  pool?: number
  cash?: number
  reversed: boolean
}

/** One difference between the two books. */
export const reconDifference = pgTable(
  'recon_difference',
  {
    id: text().primaryKey(),
    groupId: text('group_id').notNull(),
    storeId: text('store_id').notNull(),
    day: text().notNull(),
    class: text().notNull(),
    orderId: text('order_id'),
    msgid: text().notNull(),
    /** psn_no, sealed: 2601 and 5201 need it. */
    psn: text(),
    /** Where the person of a row that only the centre has was insured when he last bought here; null: nobody knows. */
    insuredArea: text('insured_area'),
    maskedName: text('masked_name').notNull().default(''),
    at: moment('at'),
    local: jsonb().$type<Side>(),
    centre: jsonb().$type<Side>(),
    evidence: jsonb().$type<string[]>().notNull().default([]),
    proposal: text(),
    action: text(),
    note: text(),
    handledBy: text('handled_by'),
    handledAt: moment('handled_at'),
    /** What a local repair replaced, so that it can be taken back for 24 h. */
    before: jsonb().$type<Record<string, unknown>>(),
    /** The re-run of a day voids the old result. */
    voided: boolean().notNull().default(false),
    /** A repair of it is under way until then: no other one begins, and no run voids it. */
    claimedUntil: lease('claimed_until'),
  },
  (t) => [index('recon_difference_group').on(t.groupId), index('recon_difference_day').on(t.day, t.storeId)],
)

/** A settlement of the centre that is being repaired, by store and message: also where no difference names it. */
export const reconRepair = pgTable('recon_repair', {
  id: text().primaryKey(),
  claimedUntil: lease('claimed_until').notNull(),
})

/** What a centre says it holds, fen: `aid` is what other funds than the pooled one paid. */
const held = () => ({
  total: fen('total').notNull(),
  pool: fen('pool').notNull(),
  aid: fen('aid').notNull(),
  account: fen('account').notNull(),
  cash: fen('cash').notNull(),
})

/** A centre's own sums of a group of a day or a month (1320), by the group's id (domain.md 8.7 江苏日对账). */
export const reconFigures = pgTable('recon_figures', {
  id: text().primaryKey(),
  count: integer().notNull(),
  ...held(),
  at: moment('at').notNull(),
  /** When its rows were pulled (1321). */
  pulledAt: moment('pulled_at'),
})

/** The centre's own rows of a group of a day, as they were pulled; nothing of the person but what our book has. */
export const reconFigureRow = pgTable(
  'recon_figure_row',
  {
    groupId: text('group_id').notNull(),
    setlId: text('setl_id').notNull(),
    refunded: boolean().notNull(),
    mdtrtId: text('mdtrt_id').notNull(),
    msgid: text().notNull(),
    settledAt: moment('settled_at').notNull(),
    ...held(),
  },
  (t) => [primaryKey({ columns: [t.groupId, t.setlId, t.refunded] })],
)
