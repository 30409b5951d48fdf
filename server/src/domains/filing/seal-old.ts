import { basisForm } from '@yibao/shared/entities/filing.ts'
import { omit } from '@yibao/shared/omit.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { openPersonal, sealPersonal } from './personal.ts'
import { filing } from './tables.ts'

const [basis] = Object.keys(basisForm) as ['basis']
const slice = 200

/**
 * Seals what filings of special drugs of before said openly of somebody's illness. One that changes in the same moment is
 * sealed by that change, or in an hour.
 */
export const sealOldFilings = async ({ db, services }: Pick<Deps, 'db' | 'services'>): Promise<void> => {
  const { vault } = services
  const open = and(eq(filing.kind, 'specialDrug'), sql`${filing.form} ? ${basis}`)
  for (;;) {
    const some = await db.select().from(filing).where(open).limit(slice)
    for (const { id, personal, form } of some) {
      const whole = openPersonal(vault, personal)
      const written = { [basis]: String(form[basis]), ...whole.written }
      await db
        .update(filing)
        .set({ form: omit(form, basis), personal: sealPersonal(vault, { ...whole, written }) })
        .where(and(eq(filing.id, id), eq(filing.personal, personal)))
    }
    if (some.length < slice) return
  }
}
