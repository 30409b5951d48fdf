import { diseasesInfo, fixedFiling } from '@yibao/shared/calls/filing.ts'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { startTestServer } from '../../test/kit.ts'
import { plansOf } from '../../test/plans.ts'
import { usual } from '../../test/postgres.ts'

const server = opened(startTestServer)

test.skipIf(usual !== 'postgres')(
  'filings of an insurance or a type that none has are not looked for among the others',
  async () => {
    const { db } = server.deps
    await db.execute(sql`insert into filing (id, kind, store_id, personal, psn_hash, masked_name, masked_cert_no, form,
      subject_code, subject_name, begin_day, state, operator_name, changed_at)
    select 'f' || n, case when n % 2 = 0 then 'disease' else 'designation' end, ${storeIdOf('P32050100001')}, repeat('x', 600),
      'h' || n, '王*', '', jsonb_build_object(case when n % 2 = 0 then 'insutype' else 'businessType' end, '310'), 'M01', '糖尿病',
      '2026-01-01', 'uploaded', '李䶮', now() - n * interval '1 hour' from generate_series(1, 8000) n`)
    await db.execute(sql`vacuum analyze filing`)
    const area = await server.as('area', { areaCode: '320500' })
    const ofInsurance = await plansOf(db, 'filing', async () => {
      expect(await area.ok(diseasesInfo.getPaged, { insutype: '340' })).toMatchObject({ items: [], total: 0 })
    })
    for (const plan of ofInsurance) expect(plan).toContain('filing_insutype')
    const ofType = await plansOf(db, 'filing', async () => {
      expect(await area.ok(fixedFiling.getPaged, { businessType: '02' })).toMatchObject({ items: [], total: 0 })
    })
    for (const plan of ofType) expect(plan).toContain('filing_business')
  },
)
