import { eq, ne, sql } from 'drizzle-orm'
import { newId } from '../../../base/ids.ts'
import type { Database } from '../../../database/open.ts'
import { area, store } from '../../organisation/tables.ts'
import { department, doctor } from '../../staff/tables.ts'

/** Pharmacists whom the simulator's centre knows, where the demo store registered none. */
const coded: Record<string, string> = { P32010200001: 'Y320102000001', P43010200001: 'Y430102000001' }

/** What a store needs for visits besides its settings: a department that its centre holds, and a coded pharmacist. */
export const makeVisitReady = async (db: Database, medicalTypes: readonly string[]): Promise<void> => {
  const settings = {
    outpatientMedicalTypes: medicalTypes,
    outpatientDiagnosisCode: 'Z76.000',
    outpatientDiagnosisName: '领取处方药',
  }
  await db.update(area).set({ settings: sql`${area.settings} || ${JSON.stringify(settings)}::jsonb` })
  const at = new Date()
  for (const { id, fixmedinsCode } of await db.select().from(store)) {
    const name = { code: 'YD01', name: '药店', category: 'A02', beginDay: '2021-03-01' }
    await db
      .insert(department)
      .values({ ...name, id: newId(), storeId: id, known: true, state: 'uploaded', changedAt: at })
    const [known] = await db
      .select({ id: doctor.id })
      .from(doctor)
      .where(sql`${eq(doctor.storeId, id)} and ${ne(doctor.code, '')}`)
    const code = coded[fixmedinsCode]
    if (known || !code) continue
    const own = { id: newId(), storeId: id, name: '刘䶮', category: '3', code, isDefault: true, changedAt: at }
    await db.insert(doctor).values(own)
  }
}
