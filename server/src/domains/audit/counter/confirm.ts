import { auditLevels } from '@yibao/shared/entities/audit-hit.ts'
import { addDays, formatDay } from '@yibao/shared/time.ts'
import { and, eq, notInArray, sql } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import { refuse } from '../../../base/refuse.ts'
import type { Context } from '../../../call/context.ts'
import { asIncoming } from '../../../database/incoming.ts'
import type { Database } from '../../../database/open.ts'
import { openHits, type StoredAudit, type StoredHit } from '../../order/audit-hit.ts'
import { findOrder } from '../../order/find.ts'
import { note } from '../../order/states.ts'
import { order } from '../../order/tables.ts'
import type { OrderRow } from '../../order/view.ts'
import { refuseStale, refuseState } from '../../order/wrong-state.ts'
import { settingsOf } from '../../organisation/settings.ts'
import { auditFinding, auditRule } from '../tables.ts'

type Of = Pick<OrderRow, 'id' | 'orderNo' | 'areaCode' | 'storeId'>

const findingOf = (of: Of, hit: StoredHit, n: number, { now, deadline }: { now: Date; deadline: string }) => ({
  id: newId(now),
  no: `${of.orderNo}-${n}`,
  ...{ orderId: of.id, areaCode: of.areaCode, storeId: of.storeId, hitKey: hit.key },
  ...{ rule: hit.rule, ruleName: hit.ruleName, kind: hit.kind },
  level: auditLevels[hit.level],
  ...{ drug: hit.name, nationalCode: hit.nationalCode, quantity: hit.quantity, amount: hit.amount },
  message: [hit.what, hit.meaning].filter(Boolean).join('，'),
  confirmedBy: hit.confirmed?.by ?? '',
  reason: hit.confirmed?.reason ?? '',
  ...{ deadline, createdAt: now },
})

/**
 * Writes the hits of an order as rows of 审核管理, and takes away what an earlier basket of the same order had. They are
 * shown once the order is settled: what was sold all the same.
 */
const writeFindings = async (db: Database, of: Of, hits: readonly StoredHit[], now: Date): Promise<void> => {
  const listed = hits.filter(({ own }) => !own)
  const keys = listed.map(({ key }) => key)
  await db
    .delete(auditFinding)
    .where(and(eq(auditFinding.orderId, of.id), keys.length ? notInArray(auditFinding.hitKey, keys) : undefined))
  if (!listed.length) return
  const { auditAppealDays } = await settingsOf(db, of.areaCode, of.storeId)
  const deadline = addDays(formatDay(now), auditAppealDays)
  const rows = listed.map((hit, i) => findingOf(of, hit, i + 1, { now, deadline }))
  await db
    .insert(auditFinding)
    .values(rows)
    .onConflictDoUpdate({
      target: [auditFinding.orderId, auditFinding.hitKey],
      set: asIncoming(auditFinding, ['no', 'level', 'amount', 'quantity', 'message', 'confirmedBy', 'reason']),
    })
}

/** Brings the rows of an order in line with what the audit says of its newest basket; `before` of the one before. */
export const keepFindings = async (
  { db, now }: Pick<Context, 'db' | 'now'>,
  row: OrderRow,
  before?: StoredAudit | null,
): Promise<void> => {
  if (row.audit?.hits.length || before?.hits.length) await writeFindings(db, row, row.audit?.hits ?? [], now)
}

/**
 * Settlement/ConfirmAudit: who read the hits of which split, when, and why he goes on; refuses another split than the
 * one that is shown, and a missing reason where a rule wants one.
 */
export const confirmAudit = async (
  c: Context,
  { orderId, settleKey, reason = '' }: { orderId: string; settleKey: string; reason?: string },
): Promise<OrderRow> => {
  const row = await findOrder(c, orderId)
  if (row.state !== 'drafted' && row.state !== 'presettled') return refuseState(row, '确认审核提醒')
  if (row.state === 'drafted' || row.settleKey !== settleKey) return refuseStale(row)
  const open = openHits(row.audit)
  if (!row.audit || !open.length) return row
  const wants = open.find(({ reasonRequired }) => reasonRequired)
  const why = reason.trim()
  if (wants && !why) refuse('audit.reason', { rule: wants.ruleName }, { fields: { reason: '请填写原因' } })
  const confirmed = { by: c.me.name, at: c.now.toISOString(), reason: why }
  const audit = { ...row.audit, hits: row.audit.hits.map((hit) => (hit.confirmed ? hit : { ...hit, confirmed })) }
  const codes = [...new Set(open.map(({ rule }) => rule))]
  return c.db.transaction(async (tx) => {
    const [kept] = await tx
      .update(order)
      .set({ audit })
      .where(and(eq(order.id, orderId), eq(order.state, 'presettled'), eq(order.settleKey, settleKey)))
      .returning()
    if (!kept) return refuse('order.stale')
    await writeFindings(tx, row, audit.hits, c.now)
    const text = `审核提醒 ${open.length} 条：${open.map(({ what }) => what).join('；')}${why ? `。原因：${why}` : ''}`
    await note(tx, orderId, c.now, { by: c.me.name, text: text.slice(0, 500) })
    // Counted last: a rule that everybody meets is one row.
    if (codes.length)
      await tx
        .update(auditRule)
        .set({ hits: sql`${auditRule.hits} + 1` })
        .where(sql`${auditRule.id} = any(${sql.param(await heldRules(tx, row, codes))})`)
    return kept
  })
}

/** Of each code the rule that held for the order's company. */
const heldRules = async (
  db: Database,
  { areaCode, companyId }: Pick<OrderRow, 'areaCode' | 'companyId'>,
  codes: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .selectDistinctOn([auditRule.code], { code: auditRule.code, id: auditRule.id })
    .from(auditRule)
    .where(
      sql`${auditRule.code} = any(${sql.param(codes)}) and ${auditRule.areaCode} in ('', ${areaCode})
        and ${auditRule.companyId} in ('', ${companyId})`,
    )
    .orderBy(auditRule.code, sql`${auditRule.areaCode} desc`, sql`${auditRule.companyId} desc`)
  return rows.map(({ id }) => id).sort()
}
