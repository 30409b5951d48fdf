import { basisForm } from '@yibao/shared/entities/filing.ts'
import { omit } from '@yibao/shared/omit.ts'
import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { reportFault } from '../../process/fault.ts'
import type { Vault } from '../../secrets/secret.ts'
import { openPersonal, sealPersonal } from './personal.ts'
import { filing } from './tables.ts'

const [basis] = Object.keys(basisForm) as ['basis']
const slice = 200

type Old = Pick<typeof filing.$inferSelect, 'id' | 'personal' | 'form'>

/** What is sealed of a row of before, with what it said openly; undefined where it cannot be opened. */
const sealed = (vault: Vault, { id, personal, form }: Old): string | undefined => {
  try {
    const whole = openPersonal(vault, personal)
    return sealPersonal(vault, { ...whole, written: { [basis]: String(form[basis]), ...whole.written } })
  } catch (cause) {
    reportFault('seal filings', new Error(`filing ${id} cannot be opened`, { cause }))
    return undefined
  }
}

/**
 * Seals what filings of special drugs of before said openly of somebody's illness. One that changes in the same moment is
 * sealed by that change, or in an hour; one that cannot be opened is told and holds up none of the others.
 */
export const sealOldFilings = async ({ db, services }: Pick<Deps, 'db' | 'services'>): Promise<void> => {
  const { vault } = services
  const open = and(eq(filing.kind, 'specialDrug'), sql`${filing.form} ? ${basis}`)
  for (let last = ''; ; ) {
    const behind = and(open, gt(filing.id, last))
    const some = await db.select().from(filing).where(behind).orderBy(asc(filing.id)).limit(slice)
    for (const row of some) {
      const personal = sealed(vault, row)
      if (personal === undefined) continue
      await db
        .update(filing)
        .set({ form: omit(row.form, basis), personal })
        .where(and(eq(filing.id, row.id), eq(filing.personal, row.personal)))
    }
    if (some.length < slice) return
    last = some.at(-1)!.id
  }
}
