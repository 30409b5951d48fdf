import { and, eq, inArray } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import { refuse } from '../../../base/refuse.ts'
import { type Context, FileAnswer } from '../../../call/context.ts'
import { imageKind } from '../../prescription/image.ts'
import { auditAttachment, auditEvent, auditFinding } from '../tables.ts'
import { findingsOf, shownFinding } from './rows.ts'

/** Bytes: a paper photographed by a telephone. */
const largest = 6 * 1024 * 1024
const most = 5

/** States in which nobody has decided. */
const open = ['0', '3'] as const

/** Audit/Attach: an image for an appeal, while nobody has decided. Sealed: it may show a name and an illness. */
export const attach = async ({ id }: { id: string }, c: Context) => {
  const [found] = await findingsOf(c, [id])
  const { finding } = found!
  if (!open.some((state) => state === finding.state)) return refuse('audit.file', { text: `${finding.no} 已有结果` })
  const { bytes, name } = c.file
  if (bytes.length > largest) return refuse('audit.file', { text: '超过 6 MB' })
  if (!imageKind(bytes)) return refuse('audit.file', { text: '不是图片' })
  const content = c.services.vault.seal(Buffer.from(bytes).toString('base64'))
  const short = [...name.replaceAll(/[\p{Cc}/\\]/gu, '')].slice(-80).join('') || '附件'
  const of = { findingId: id, by: c.me.name, at: c.now }
  await c.db.transaction(async (tx) => {
    // One after the other, and none beside a verdict.
    const mine = and(eq(auditFinding.id, id), inArray(auditFinding.state, open))
    const [free] = await tx.select({ id: auditFinding.id }).from(auditFinding).where(mine).for('no key update')
    if (!free) refuse('audit.file', { text: `${finding.no} 已有结果` })
    if ((await tx.$count(auditAttachment, eq(auditAttachment.findingId, id))) >= most)
      refuse('audit.file', { text: `已有 ${most} 个` })
    await tx.insert(auditAttachment).values({ ...of, id: newId(c.now), name: short, content })
    await tx.insert(auditEvent).values({ ...of, id: newId(c.now), move: '上传附件', text: short })
  })
  return shownFinding(c, id)
}

/** Audit/Attachment: its bytes. */
export const attachmentOf = async (
  { id, attachmentId }: { id: string; attachmentId: string },
  c: Context,
): Promise<FileAnswer> => {
  await findingsOf(c, [id])
  const [row] = await c.db
    .select()
    .from(auditAttachment)
    .where(and(eq(auditAttachment.id, attachmentId), eq(auditAttachment.findingId, id)))
  if (!row) return refuse('not.found', { what: '这个附件' })
  const bytes = Buffer.from(c.services.vault.open(row.content), 'base64')
  return new FileAnswer(bytes, `audit.${imageKind(bytes)}`)
}
