import { beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { type Client, makeClient, startTestCentre } from './client.ts'

let client: Client
const centre = opened(startTestCentre)
beforeAll(async () => {
  client = makeClient(centre.url)
  await client.signIn()
})

const row = {
  ...{ hosp_dept_codg: 'YD02', caty: 'A02', hosp_dept_name: '中药柜', begntime: '2024-01-01 00:00:00', endtime: '' },
  ...{ itro: '中药', dept_resper_name: '李䶮', dept_resper_tel: '0512-55550102', dept_med_serv_scp: '' },
  ...{ dept_estbdat: '2024-01-01 00:00:00', aprv_bed_cnt: '0', hi_crtf_bed_cnt: '0', poolarea_no: '320500' },
  ...{ dr_psncnt: '0', phar_psncnt: '1', nurs_psncnt: '0', tecn_psncnt: '0', memo: '' },
}
const send = async (infno: string, input: unknown) => {
  const { infcode, err_msg } = await client.call(infno, input)
  return String(infcode) === '0' ? 'booked' : err_msg
}
const codes = async (): Promise<unknown[]> =>
  (await client.call('5101', {})).output.feedetail.map(({ hosp_dept_codg }) => hosp_dept_codg)

test('a department is added once, changed, and withdrawn by code, name and day', async () => {
  expect(await send('3402', { deptinfo: row })).toContain('不存在')
  expect(await send('3401', { deptinfo: row })).toBe('booked')
  expect(await send('3401', { deptinfo: row })).toContain('已存在')
  expect(await send('3402', { deptinfo: { ...row, phar_psncnt: '3' } })).toBe('booked')
  const { output } = await client.call('5101', {})
  expect(output.feedetail.find(({ hosp_dept_codg }) => hosp_dept_codg === 'YD02')).toMatchObject({ phar_psncnt: 3 })
  const which = { hosp_dept_codg: 'YD02', hosp_dept_name: '中药柜', begntime: '2024-01-02' }
  expect(await send('3403', { data: which })).toContain('没有与编码、名称和开始时间相符的科室')
  expect(await send('3403', { data: { ...which, begntime: '2024-01-01' } })).toBe('booked')
  expect(await codes()).toEqual(['YD01'])
})

test('a batch is taken whole or not at all; what the tables demand is demanded', async () => {
  const some = [row, { ...row, hosp_dept_codg: 'YD01' }]
  expect(await send('3401A', { deptinfo: some })).toContain('YD01 已存在')
  expect(await codes()).toEqual(['YD01'])
  expect(await send('3401', { deptinfo: { ...row, itro: '' } })).toContain('itro')
  expect(await send('3401', { deptinfo: { ...row, caty: 'Z99' } })).toContain('caty')
  expect(await send('3401', { deptinfo: { ...row, endtime: '2023-12-31 00:00:00' } })).toContain('早于开始时间')
})
