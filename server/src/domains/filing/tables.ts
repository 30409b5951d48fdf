import { type SQL, sql } from 'drizzle-orm'
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { empty, lease, moment } from '../../database/columns.ts'

/** What lists compare of the form: an index has each as it is written here. */
export const written: Readonly<Record<'insutype' | 'businessType', SQL>> = {
  insutype: sql.raw(`("form" ->> 'insutype')`),
  businessType: sql.raw(`("form" ->> 'businessType')`),
}

/**
 * What a store files with the centre about a person (domain.md 2.7): a chronic disease, 门诊两病, where he is designated, a
 * special drug. One mechanism for all kinds: what differs is `form`. Days are yyyy-MM-dd or ''.
 */
export const filing = pgTable(
  'filing',
  {
    id: text().primaryKey(),
    kind: text().$type<'disease' | 'twoDiseases' | 'designation' | 'specialDrug'>().notNull(),
    storeId: text('store_id').notNull(),
    /** JSON of Personal (personal.ts), sealed. */
    personal: text().notNull(),
    psnHash: text('psn_hash').notNull(),
    maskedName: text('masked_name').notNull(),
    maskedCertNo: text('masked_cert_no').notNull(),
    /** What the person wrote, but for what `personal` holds. */
    form: jsonb().$type<Record<string, unknown>>().notNull(),
    /** Of the form, for finding: what is filed, from when until when. */
    subjectCode: text('subject_code').notNull(),
    subjectName: text('subject_name').notNull(),
    beginDay: text('begin_day').notNull(),
    endDay: empty('end_day'),
    /** trt_dcla_detl_sn or mihi_opsp_reg_sn; '' until the centre gave one. */
    serial: empty('serial'),
    state: text().$type<'draft' | 'uploaded' | 'refused' | 'unknown' | 'repealed'>().notNull().default('draft'),
    /** What was sent when nobody knows whether it arrived. */
    pending: text().$type<'' | 'upload' | 'repeal'>().notNull().default(''),
    /** When the last message left: until it can no longer arrive it is not repeated. */
    sentAt: moment('sent_at'),
    /** Somebody works on it until then (claims.ts). */
    claimedUntil: lease('claimed_until'),
    message: empty('message'),
    reason: empty('reason'),
    operatorName: text('operator_name').notNull(),
    changedAt: moment('changed_at').notNull(),
    uploadedAt: moment('uploaded_at'),
  },
  (t) => [
    index('filing_store').on(t.kind, t.storeId, t.changedAt),
    index('filing_changed').on(t.kind, t.changedAt),
    index('filing_person').on(t.psnHash, t.kind),
    // Days from and to, and in their order.
    index('filing_begin').on(t.kind, t.beginDay, t.id, t.storeId),
    // What somebody still has to do, and what was taken back: few among all.
    index('filing_state').on(t.kind, t.state, t.changedAt, t.id, t.storeId).where(sql`state <> 'uploaded'`),
    // An insurance or a type that few or none were filed for is found without reading the others of its kind.
    index('filing_insutype')
      .on(t.kind, written.insutype, t.changedAt, t.id, t.storeId)
      .where(sql`${written.insutype} is not null`),
    index('filing_business')
      .on(t.kind, written.businessType, t.changedAt, t.id, t.storeId)
      .where(sql`${written.businessType} is not null`),
    // What ends soon or has ended, of a store as of a whole area: few rows of a day each.
    index('filing_end').on(t.kind, t.endDay, t.storeId).where(sql`state = 'uploaded' and end_day <> ''`),
  ],
)
