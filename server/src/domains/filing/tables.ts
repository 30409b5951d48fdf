import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { moment } from '../../database/columns.ts'

const empty = (name: string) => text(name).notNull().default('')

/** A person's chronic disease as a store files it with the centre (domain.md 2.7). Days are yyyy-MM-dd or ''. */
export const diseaseFiling = pgTable(
  'disease_filing',
  {
    id: text().primaryKey(),
    storeId: text('store_id').notNull(),
    /** JSON of Personal (personal.ts), sealed. */
    personal: text().notNull(),
    psnHash: text('psn_hash').notNull(),
    maskedName: text('masked_name').notNull(),
    maskedCertNo: text('masked_cert_no').notNull(),
    insutype: text().notNull(),
    diseaseCode: text('disease_code').notNull(),
    diseaseName: text('disease_name').notNull(),
    hospitalCode: text('hospital_code').notNull(),
    hospitalName: text('hospital_name').notNull(),
    identifiedOn: text('identified_on').notNull(),
    doctorCode: text('doctor_code').notNull(),
    doctorName: text('doctor_name').notNull(),
    beginDay: text('begin_day').notNull(),
    endDay: empty('end_day'),
    /** trt_dcla_detl_sn; '' until the centre gave one. */
    serial: empty('serial'),
    state: text().$type<'draft' | 'uploaded' | 'refused' | 'unknown' | 'repealed'>().notNull().default('draft'),
    /** What was sent when nobody knows whether it arrived. */
    pending: text().$type<'' | 'upload' | 'repeal'>().notNull().default(''),
    /** Somebody works on it until then (claims.ts). */
    claimedUntil: moment('claimed_until'),
    message: empty('message'),
    reason: empty('reason'),
    operatorName: text('operator_name').notNull(),
    changedAt: moment('changed_at').notNull(),
    uploadedAt: moment('uploaded_at'),
  },
  (t) => [index('disease_filing_store').on(t.storeId, t.changedAt), index('disease_filing_person').on(t.psnHash)],
)
