import { and, desc, eq } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import { doctor } from '../staff/tables.ts'

/** medins_psn_type of pharmacists. */
const PHARMACIST = '3'

/**
 * Who answers for a sale: the pharmacist that the settlement named, whatever became of him since; else the store's default
 * one, else its only one.
 * 3505 demands name and qualification of every sale; where nobody has both, or several have and none is the default, what
 * has to be done about it.
 */
export const pharmacistOf = async (
  { db }: Pick<Deps, 'db'>,
  storeId: string,
  code: string | undefined,
): Promise<{ name: string; certificateNo: string } | { lacks: string }> => {
  const known = await db
    .select()
    .from(doctor)
    .where(and(eq(doctor.storeId, storeId), eq(doctor.category, PHARMACIST)))
    .orderBy(desc(doctor.isDefault), doctor.id)
  const able = known.flatMap(({ name, certificateNo, practiceNo, ...rest }) =>
    certificateNo || practiceNo ? [{ ...rest, name, certificateNo: certificateNo || practiceNo }] : [],
  )
  const named = able.find((one) => code && one.code === code)
  const standing = able.filter(({ stopped }) => !stopped)
  const found = named ?? (standing[0]?.isDefault || standing.length === 1 ? standing[0] : undefined)
  if (found) return { name: found.name, certificateNo: found.certificateNo }
  return {
    lacks: standing.length
      ? `药师：本店有 ${standing.length} 位，请在「医保医师药师」设一位为默认`
      : '药师：请在「医保医师药师」登记姓名和资格证号',
  }
}
