import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, test } from 'vitest'
import { openPglite } from '../../database/open.ts'
import { Vault } from '../../secrets/secret.ts'
import { openPersonal } from './personal.ts'
import { filing } from './tables.ts'

test('filings of before the other kinds keep what they hold, the centre’s number and what is sealed', async () => {
  const migrations = readMigrationFiles({ migrationsFolder: join(import.meta.dirname, '../../database/migrations') })
  const at = migrations.findIndex(({ sql }) => sql.some((one) => one.includes('CREATE TABLE "filing"')))
  const database = await openPglite()
  try {
    for (const { sql } of migrations.slice(0, at)) for (const one of sql) await database.execute(one)
    const vault = new Vault(Buffer.alloc(32, 1))
    const old = {
      psnNo: '1',
      insurances: [{ insutype: '310', insuredArea: '320500' }],
      tel: '13800000001',
      address: '',
    }
    await database.execute(`insert into disease_filing (id, store_id, personal, psn_hash, masked_name, masked_cert_no,
      insutype, disease_code, disease_name, hospital_code, hospital_name, identified_on, doctor_code, doctor_name,
      begin_day, serial, state, operator_name, changed_at) values ('f1', 's1', '${vault.seal(JSON.stringify(old))}', 'h',
      '张*', '', '310', 'M01600', '糖尿病', 'H1', '医院', '2026-10-08', 'D1', '陈䶮𠮷', '2026-10-09', 'B1', 'uploaded',
      '李店员', now())`)
    for (const { sql } of migrations.slice(at)) for (const one of sql) await database.execute(one)
    const [row] = await database.db.select().from(filing)
    expect(row).toMatchObject({
      kind: 'disease',
      subjectCode: 'M01600',
      beginDay: '2026-10-09',
      endDay: '',
      serial: 'B1',
    })
    expect(row!.form).toMatchObject({ insutype: '310', doctorName: '陈䶮𠮷', identifiedOn: '2026-10-08' })
    expect(row!.form).not.toHaveProperty('endDay')
    expect(openPersonal(vault, row!.personal)).toMatchObject({ psnNo: '1', written: { tel: '13800000001' } })
  } finally {
    await database.close()
  }
})
