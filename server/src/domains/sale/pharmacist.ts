import { and, desc, eq } from 'drizzle-orm'
import type { Deps } from '../../call/context.ts'
import type { StoredBasket } from '../order/types.ts'
import { type Doctor, standingOf } from '../staff/doctor-rows.ts'
import { doctor } from '../staff/tables.ts'

/** medins_psn_type of pharmacists. */
const PHARMACIST = '3'

type Named = Pick<StoredBasket, 'pharmacistId' | 'pharmacistCode' | 'pharmacistName'>

/** Whom a settlement named: by the register's own id, else by code, else by a name that only one of them has. */
const namedAmong = (known: readonly Doctor[], { pharmacistId, pharmacistCode, pharmacistName }: Named) => {
  const namesakes = pharmacistName ? known.filter(({ name }) => name === pharmacistName) : []
  return (
    known.find(({ id }) => id === pharmacistId) ??
    known.find(({ code }) => code !== '' && code === pharmacistCode) ??
    (namesakes.length === 1 ? namesakes[0] : undefined)
  )
}

/**
 * Who answers for a sale: the pharmacist that the settlement named, whatever became of him since, and nobody in his place;
 * else the store's default one, else its only one, of those who worked on the day of the sale (yyyy-MM-dd). A code of which
 * the register knows nothing, as of an ERP, names nobody.
 * 3505 demands name and qualification of every sale; where they are not known, or several have them and none is the default,
 * what has to be done about it.
 */
export const pharmacistOf = async (
  { db }: Pick<Deps, 'db'>,
  { storeId, day, ...of }: Named & { storeId: string; day: string },
): Promise<{ name: string; certificateNo: string } | { lacks: string }> => {
  const known = await db
    .select()
    .from(doctor)
    .where(and(eq(doctor.storeId, storeId), eq(doctor.category, PHARMACIST)))
    .orderBy(desc(doctor.isDefault), doctor.id)
  const named = namedAmong(known, of)
  if (of.pharmacistId && !named)
    return { lacks: `药师 ${of.pharmacistName ?? ''} 的资格证号，请在「医保医师药师」重新登记` }
  const numbered = known.filter(({ certificateNo, practiceNo }) => certificateNo || practiceNo)
  const standing = numbered.filter((one) => standingOf(one, day) === 'enabled')
  const found = named ?? (standing[0]?.isDefault || standing.length === 1 ? standing[0] : undefined)
  const certificateNo = found && (found.certificateNo || found.practiceNo)
  if (certificateNo) return { name: found.name, certificateNo }
  if (found) return { lacks: `药师 ${found.name} 的资格证号，请在「医保医师药师」补录` }
  if (standing.length) return { lacks: `药师：本店有 ${standing.length} 位，请在「医保医师药师」设一位为默认` }
  return {
    lacks: numbered.length
      ? `药师：售药当天 ${day} 没有在岗的药师，请在「医保医师药师」核对有效期`
      : '药师：请在「医保医师药师」登记姓名和资格证号',
  }
}
