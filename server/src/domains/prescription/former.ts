import type { ResultOf } from '@yibao/shared/call.ts'
import type { rx as calls } from '@yibao/shared/calls/prescription.ts'
import { omit } from '@yibao/shared/omit.ts'
import { formatTime } from '@yibao/shared/time.ts'
import { and, desc, eq, lte, max } from 'drizzle-orm'
import type { Context } from '../../call/context.ts'
import type { Database } from '../../database/open.ts'
import type { Vault } from '../../secrets/secret.ts'
import { openPersonal } from './personal.ts'
import type { Rx } from './rows.ts'
import { prescriptionFormer, prescriptionFormerImage, prescriptionImage, type RxReview } from './tables.ts'

type Former = NonNullable<ResultOf<typeof calls.get>['former']>[number]

/** What a pharmacist read, and who had written it. */
type Paper = Omit<Former, 'revision' | 'endedAt' | 'reviews' | 'hasImage'> & { certNo: string }

/** Which revision these verdicts are of. */
const readAs = ({ reviews, revision }: Pick<Rx, 'reviews' | 'revision'>): number => reviews.at(-1)?.revision ?? revision

/** Keeps a prescription as it was with the verdicts on it, before it is written at: they say who read what. */
export const keepFormer = async ({ services, now }: Context, tx: Database, one: Rx): Promise<void> => {
  const { number, hospital, department, doctor, prescribedOn, validUntil, rxType, attribute } = one
  const head = { number, hospital, department, doctor, prescribedOn, validUntil, rxType, attribute }
  const { name, certNo, diagnosis } = openPersonal(services.vault, one.personal)
  const lines = one.lines.map((line) => omit(line, 'nationalCode', 'dosage'))
  const paper: Paper = { ...head, name, certNo, diagnosis, enteredBy: one.enteredName, lines }
  await tx
    .insert(prescriptionFormer)
    .values({
      ...{ prescriptionId: one.id, revision: readAs(one), reviews: one.reviews, endedAt: now },
      paper: services.vault.seal(JSON.stringify(paper)),
    })
    .onConflictDoNothing()
}

/** Keeps the photograph that is about to be replaced, where a verdict was given by it. */
export const keepImage = async (tx: Database, one: Rx): Promise<void> => {
  const { id } = one
  const ended = await tx
    .select({ revision: max(prescriptionFormer.revision) })
    .from(prescriptionFormer)
    .where(eq(prescriptionFormer.prescriptionId, id))
  const last = one.reviews.length ? readAs(one) : (ended[0]?.revision ?? -1)
  const read = tx
    .select({
      prescriptionId: prescriptionImage.prescriptionId,
      revision: prescriptionImage.revision,
      content: prescriptionImage.content,
    })
    .from(prescriptionImage)
    .where(and(eq(prescriptionImage.prescriptionId, id), lte(prescriptionImage.revision, last)))
  await tx.insert(prescriptionFormerImage).select(read).onConflictDoNothing()
}

/** The sealed photograph as it was at a revision; undefined for none. */
export const imageAt = async (db: Database, id: string, revision: number): Promise<string | undefined> => {
  for (const table of [prescriptionImage, prescriptionFormerImage]) {
    const [found] = await db
      .select({ content: table.content })
      .from(table)
      .where(and(eq(table.prescriptionId, id), lte(table.revision, revision)))
      .orderBy(desc(table.revision))
      .limit(1)
    if (found) return found.content
  }
  return undefined
}

/** Since which revision a prescription has had a photograph. */
const imagedSince = async (db: Database, id: string): Promise<number> => {
  const tables = [prescriptionImage, prescriptionFormerImage] as const
  const found = await Promise.all(
    tables.map((table) => db.select({ revision: table.revision }).from(table).where(eq(table.prescriptionId, id))),
  )
  return Math.min(...found.flat().map(({ revision }) => revision))
}

/** Verdicts as the wire shows them, their moments as China time. */
export const shownReviews = (reviews: readonly RxReview[]): Former['reviews'] =>
  reviews.map(({ name, code, passed, opinion, at }) => ({
    ...{ name, code, passed, opinion },
    at: formatTime(new Date(at)),
  }))

/** Of one that a lost key sealed the verdicts alone. */
const nothing = {
  name: '',
  number: '',
  hospital: '',
  department: '',
  doctor: '',
  diagnosis: '',
  enteredBy: '',
  lines: [],
}
const paperOf = (vault: Vault, sealed: string): Paper => {
  const text = vault.opened(sealed)
  return text === undefined ? { ...nothing, certNo: '' } : JSON.parse(text)
}

/** What pharmacists read before, the last first; lines as they were. */
export const formersOf = async (c: Context, id: string): Promise<Former[]> => {
  const rows = await c.db
    .select()
    .from(prescriptionFormer)
    .where(eq(prescriptionFormer.prescriptionId, id))
    .orderBy(desc(prescriptionFormer.revision))
  const since = rows.length ? await imagedSince(c.db, id) : 0
  return rows.map(({ revision, paper, reviews, endedAt }) => ({
    ...omit(paperOf(c.services.vault, paper), 'certNo'),
    ...{ revision, endedAt: formatTime(endedAt), reviews: shownReviews(reviews), hasImage: since <= revision },
  }))
}
