import { and, eq, inArray } from 'drizzle-orm'
import { newId } from '../../base/ids.ts'
import type { Context } from '../../call/context.ts'
import { staffTypes } from '../../centre/operations/staff.ts'
import type { StoreRow } from '../organisation/store.ts'
import { store } from '../organisation/tables.ts'
import type { Doctor } from './doctor-rows.ts'
import { eachShop } from './each-shop.ts'
import { factsOf, pullPractitioners } from './practitioners.ts'
import { doctor, practitioner } from './tables.ts'

/** Who can be named on a purchase: nurses and technicians cannot. */
const named = ['doctor', 'pharmacist'] as const

const update = async (c: Context, shop: StoreRow): Promise<string> => {
  const codes = await pullPractitioners(c, shop, named)
  const listed = [...codes.values()].flat()
  const categories = named.map((kind) => staffTypes[kind])
  return c.db.transaction(async (tx) => {
    // Two persons at once: the second finds those whom the first has added.
    await tx.select({ id: store.id }).from(store).where(eq(store.id, shop.id)).for('update')
    const local = await tx
      .select()
      .from(doctor)
      .where(and(eq(doctor.storeId, shop.id), inArray(doctor.category, categories)))
    const lines = listed.length
      ? await tx
          .select()
          .from(practitioner)
          .where(and(eq(practitioner.storeId, shop.id), inArray(practitioner.code, listed)))
      : []
    const changedAt = c.deps.clock()
    const count = { added: 0, updated: 0, stopped: 0 }
    for (const line of lines) {
      const known = matching(local, line)
      if (known) {
        const stopped = known.stopped === 'centre' ? '' : known.stopped
        const set = { ...factsOf(line), name: known.name, stopped, changedAt } as const
        await tx.update(doctor).set(set).where(eq(doctor.id, known.id))
        // The next line of the same name is somebody else.
        known.code = line.code
        count.updated += 1
      } else {
        const values = { id: newId(changedAt), storeId: shop.id, ...factsOf(line), changedAt }
        await tx.insert(doctor).values(values)
        count.added += 1
      }
    }
    for (const one of local) {
      // An empty answer says that this centre does not tell of the kind, not that everybody has left.
      const ofKind = codes.get(one.category) ?? []
      if (!one.code || one.stopped || !ofKind.length || ofKind.includes(one.code)) continue
      await tx.update(doctor).set({ stopped: 'centre', changedAt }).where(eq(doctor.id, one.id))
      count.stopped += 1
    }
    const { added, updated, stopped } = count
    return `新增 ${added} 人，更新 ${updated} 人${stopped ? `，停用 ${stopped} 人（中心已不在册）` : ''}`
  })
}

/** By the national code; one who has none yet by his name. */
const matching = (local: readonly Doctor[], line: typeof practitioner.$inferSelect): Doctor | undefined =>
  local.find(({ code }) => code === line.code) ??
  local.find(({ code, name, category }) => !code && name === line.name && category === line.category)

/** Doctor/UpdateDoctorByOnce: 5102 of doctors and pharmacists, then the local ones after it. */
export const updateDoctorByOnce = ({ storeId }: { storeId?: string }, c: Context) =>
  eachShop(c, { storeId, title: '从中心更新医师药师' }, (shop) => update(c, shop))
