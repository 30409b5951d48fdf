import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { databases, startTestServer } from '../../test/kit.ts'
import { catalogueEntry, catalogueTerm } from './entry-tables.ts'
import { insuredOf } from './insured.ts'
import { giveLevels } from './load/levels.ts'

// Rows of the paged catalogue that hold beside each other: of several areas, price types and kinds of persons.

const area = '360121'
const today = '2026-12-01'
type Row = Record<string, string>

describe.each(databases)('on %s', (database) => {
  const server = opened(() => startTestServer({ database }))
  const db = () => server.deps.db

  beforeAll(() =>
    db().execute(sql`insert into catalogue_entry
      select ${area}::text, '1301', code, '药', '', '', '', '', '', '', '', '101', '3', false, '', false, '', '', '', '2020-01-01',
        '', true, 'F001', 'centre', 'Y', '{}', '' from unnest(array['XA1', 'XA2']) code`),
  )
  beforeEach(() => db().delete(catalogueTerm))

  let made = 0
  const said = async (infno: string, ...rows: [insuAdmdvs: string, data: Row, beginDay?: string][]) => {
    for (const [insu_admdvs, data, beginDay = '2026-01-01'] of rows)
      await db()
        .insert(catalogueTerm)
        .values({
          ...{
            areaCode: area,
            infno,
            rid: `r${made++}`,
            code: 'XA1',
            beginDay,
            endDay: '',
            valid: true,
            changedAt: '',
          },
          data: { ...(insu_admdvs && { insu_admdvs }), ...data },
        })
  }
  const insured = async (insurance?: string) => (await insuredOf(db(), area, ['XA1'], today, insurance)).get('XA1')!
  const cap = async () => (await insured()).priceCap
  const share = async (insurance?: string) => (await insured(insurance)).selfPayRatio
  const capped = (amount: string, type = '1') => ({ hilist_pric_uplmt_amt: amount, hilist_lmtpric_type: type })
  const shared = (selfpay_prop: string, person = '310', type = '10') => ({
    ...{ selfpay_prop, selfpay_prop_psn_type: person, selfpay_prop_type: type },
  })

  test('the cap is the nearest area’s, whichever row is the newest', async () => {
    await said('1318', ['360900', capped('12.00'), '2026-11-01'])
    expect(await cap(), 'another city’s').toBeUndefined()
    await said('1318', ['', capped('30.00'), '2026-10-01'])
    expect(await cap()).toBe('30')
    await said('1318', ['360000', capped('29.00'), '2026-05-01'])
    expect(await cap()).toBe('29')
    await said('1318', ['360100', capped('28.00'), '2026-03-01'])
    expect(await cap()).toBe('28')
    await said('1318', [area, capped('27.50'), '2026-01-01'], [area, capped('27.00'), '2026-02-01'])
    expect(await cap(), 'of one area the newest').toBe('27')
  })

  test('price types that differ are none of them the cap', async () => {
    await said('1318', ['360100', capped('20.00', '1')], ['360100', capped('26.00', '3')])
    expect(await cap()).toBeUndefined()
    await said('1318', ['360100', capped('26.0', '1'), '2026-06-01'])
    expect(await cap(), 'they agree').toBe('26')
    await said('1318', ['360100', capped('无', '2')])
    expect(await cap()).toBe('26')
  })

  test('the share is what a person pays before, of his insurance', async () => {
    await said('1319', ['360100', shared('0.7', '310', '20'), '2026-11-01'], ['360100', shared('0', '330')])
    expect(await share(), 'what is reimbursed is no share').toBeUndefined()
    await said('1319', ['360900', shared('0.3')], ['360100', shared('0.1')], ['360100', shared('0.2', '390')])
    expect([await share(), await share('390'), await share('340'), await share('399')]).toEqual([
      '0.1',
      '0.2',
      '0',
      undefined,
    ])
    await said('1319', ['360100', { selfpay_prop: '0.15' }, '2026-11-01'])
    expect([await share(), await share('399')], 'of nobody in particular').toEqual(['0.1', '0.15'])
  })

  test('and so are the link to the insurance code and the class', async () => {
    const level = async () => {
      await db().update(catalogueEntry).set({ level: '3' })
      await giveLevels(db(), area, today)
      const rows = await db().select({ code: catalogueEntry.code, level: catalogueEntry.level }).from(catalogueEntry)
      return rows.find(({ code }) => code === 'XA1')!.level
    }
    await said('1312', ['360900', { chrgitm_lv: '01' }])
    expect(await level(), 'its file’s').toBe('3')
    await said('1312', ['360900', { chrgitm_lv: '01' }, '2026-11-01'], ['360100', { chrgitm_lv: '02' }])
    expect(await level()).toBe('2')
    await said('1316', ['360100', { hilist_code: 'XA1' }], ['360900', { hilist_code: 'XA2' }, '2026-11-01'])
    expect(await level()).toBe('2')
    const link = {
      areaCode: area,
      infno: '1316',
      rid: 'link',
      code: 'XA2',
      beginDay: '2026-01-01',
      endDay: '',
      valid: true,
    }
    const data = { insu_admdvs: '360900', hilist_code: 'XA1' }
    await db()
      .insert(catalogueTerm)
      .values({ ...link, changedAt: '', data })
    await level()
    const rows = await db().select({ code: catalogueEntry.code, level: catalogueEntry.level }).from(catalogueEntry)
    expect(rows.find(({ code }) => code === 'XA2')!.level, 'led to by another area').toBe('3')
    await said('1318', ['360100', capped('9')])
    expect(await cap()).toBe('9')
  })
})
