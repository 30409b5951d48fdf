import type { RuleKind } from '@yibao/shared/entities/audit.ts'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { empty, fen, moment } from '../../database/columns.ts'

const codes = (name: string) => text(name).array().notNull().default(sql`'{}'`)

/**
 * A rule of the medical-insurance audit (domain.md 8.15). It holds everywhere, in an area, or for a company in it; of
 * rules with one code the narrowest holds. Empty lists and texts mean no limit; days are yyyy-MM-dd.
 */
export const auditRule = pgTable(
  'audit_rule',
  {
    id: text().primaryKey(),
    code: text().notNull(),
    /** '' = every area, every company. */
    areaCode: empty('area_code'),
    companyId: empty('company_id'),
    name: text().notNull(),
    kind: text().$type<RuleKind>().notNull(),
    level: text().$type<'remind' | 'block'>().notNull(),
    message: text().notNull(),
    advice: text().notNull(),
    reasonRequired: boolean('reason_required').notNull().default(false),
    /** National codes or their beginnings. */
    drugs: codes('drugs'),
    medicalTypes: codes('medical_types'),
    insutypes: codes('insutypes'),
    gender: text().$type<'' | '1' | '2'>().notNull().default(''),
    ageFrom: integer('age_from'),
    ageTo: integer('age_to'),
    days: integer(),
    same: text().$type<'code' | 'ingredient' | 'class'>().notNull().default('ingredient'),
    /** Wire texts, exact; '' = none. */
    daily: empty('daily'),
    dailyUnit: text('daily_unit').$type<'' | 'pack' | 'piece' | 'mg'>().notNull().default(''),
    most: empty('most'),
    cumulative: boolean().notNull().default(false),
    diseases: codes('diseases'),
    against: codes('against'),
    priceCap: empty('price_cap'),
    similarity: integer(),
    beginDay: empty('begin_day'),
    endDay: empty('end_day'),
    enabled: boolean().notNull().default(true),
    hits: integer().notNull().default(0),
    version: integer().notNull().default(1),
    updatedBy: text('updated_by').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('audit_rule_code').on(t.code, t.areaCode, t.companyId),
    index('audit_rule_place').on(t.areaCode, t.companyId).where(sql`enabled`),
  ],
)

/**
 * A hit that a clerk passed over. It counts once its order is settled; what is at stake follows the order: nothing of a
 * reversed one.
 */
export const auditFinding = pgTable(
  'audit_finding',
  {
    id: text().primaryKey(),
    no: text().notNull(),
    orderId: text('order_id').notNull(),
    /** Of the hit in its order (order/audit-hit.ts). */
    hitKey: text('hit_key').notNull(),
    areaCode: text('area_code').notNull(),
    storeId: text('store_id').notNull(),
    rule: text().notNull(),
    ruleName: text('rule_name').notNull(),
    kind: text().$type<RuleKind>().notNull(),
    level: text().notNull(),
    drug: empty('drug'),
    nationalCode: empty('national_code'),
    quantity: empty('quantity'),
    amount: fen('amount').notNull(),
    message: text().notNull(),
    confirmedBy: text('confirmed_by').notNull(),
    reason: empty('reason'),
    /** auditState of domain.md 8.0. */
    state: text().$type<'0' | '1' | '2' | '3' | '4' | '5'>().notNull().default('0'),
    deadline: text().notNull(),
    appealedBy: empty('appealed_by'),
    handler: empty('handler'),
    handledAt: moment('handled_at'),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('audit_finding_hit').on(t.orderId, t.hitKey),
    index('audit_finding_store').on(t.storeId, t.createdAt, t.id),
    index('audit_finding_area').on(t.areaCode, t.createdAt, t.id),
    index('audit_finding_created').on(t.createdAt, t.id),
    index('audit_finding_open').on(t.createdAt, t.storeId).where(sql`state in ('0','3')`),
  ],
)

/**
 * A purchase that a rule of level 拦截 stopped before anything was asked of the centre: who tried it, for whom and with
 * which basket. Tried again on the same day by the same person it is the same row, one time more.
 */
export const auditBlock = pgTable(
  'audit_block',
  {
    id: text().primaryKey(),
    areaCode: text('area_code').notNull(),
    storeId: text('store_id').notNull(),
    /** Of Shanghai. */
    day: text().notNull(),
    /** Keyed hash of psn_no. */
    psnHash: text('psn_hash').notNull(),
    maskedName: empty('masked_name'),
    operatorId: text('operator_id').notNull(),
    operatorName: text('operator_name').notNull(),
    ruleId: text('rule_id').notNull(),
    rule: text().notNull(),
    ruleName: text('rule_name').notNull(),
    kind: text().$type<RuleKind>().notNull(),
    ownCode: text('own_code').notNull(),
    nationalCode: empty('national_code'),
    drug: empty('drug'),
    /** These as they were tried last. */
    quantity: empty('quantity'),
    amount: fen('amount').notNull(),
    message: text().notNull(),
    /** All its lines, for people. */
    basket: text().notNull(),
    times: integer().notNull().default(1),
    createdAt: moment('created_at').notNull(),
    /** The last time. */
    at: moment('at').notNull(),
  },
  (t) => [
    uniqueIndex('audit_block_one').on(t.storeId, t.day, t.psnHash, t.operatorId, t.ruleId, t.ownCode),
    index('audit_block_store').on(t.storeId, t.at, t.id),
    index('audit_block_area').on(t.areaCode, t.at, t.id),
    index('audit_block_at').on(t.at, t.id),
    index('audit_block_rule').on(t.ruleId, t.storeId, t.times),
  ],
)

/** One row per thing that happened to a finding. */
export const auditEvent = pgTable(
  'audit_event',
  {
    id: text().primaryKey(),
    findingId: text('finding_id').notNull(),
    at: moment('at').notNull(),
    move: text().notNull(),
    text: empty('text'),
    by: text().notNull(),
  },
  (t) => [index('audit_event_of').on(t.findingId, t.at)],
)

/** What an appeal brings with it: images, in base64 and sealed, as they may show a name. */
export const auditAttachment = pgTable(
  'audit_attachment',
  {
    id: text().primaryKey(),
    findingId: text('finding_id').notNull(),
    name: text().notNull(),
    content: text().notNull(),
    by: text().notNull(),
    at: moment('at').notNull(),
  },
  (t) => [index('audit_attachment_of').on(t.findingId)],
)
