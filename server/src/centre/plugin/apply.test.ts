import { expect, test } from 'vitest'
import { fieldsOf } from '../standard.ts'
import { exampleOf } from '../test/example.ts'
import { mapAnswer, mapRequest } from './apply.ts'
import { guardedValues } from './guarded.ts'
import { readRules } from './read-rules.ts'

const rulesOf = (...lines: string[]) => readRules(lines.join('\n'), 'f').mapping
const request = (input: object, ...lines: string[]) =>
  mapRequest(rulesOf(...lines).in, structuredClone(input) as never, fieldsOf('JX', '2102', 'in'))
const answer = (output: object, ...lines: string[]) =>
  mapAnswer(rulesOf(...lines).out, structuredClone(output) as never, fieldsOf('JX', '2102', 'out'))

const input = {
  druginfo: {
    psn_no: '1',
    psn_name: '欧阳䶮𠮷',
    begntime: '2024-10-24 10:31:00',
    medfee_sumamt: '-0.01',
    invono: '',
    med_type: '41',
  },
  drugdetail: [
    { feedetl_sn: '1', det_item_fee_sumamt: '0.01', sin_dos_dscr: '3', fee_ocur_time: '2024-10-24 10:31:00' },
    { feedetl_sn: '2', det_item_fee_sumamt: '0.00', sin_dos_dscr: '', fee_ocur_time: '2024-10-24 10:31:00' },
  ],
}

test('every verb on a request; keys keep their places and the given message stays as it was', () => {
  const before = JSON.stringify(input)
  const mapped = request(
    input,
    'in\tdate\tdruginfo\tbegntime\tyyyyMMddHHmmss',
    'in\trename\tdruginfo\tbegntime\tbeg_time',
    'in\tdefault\tdruginfo\tinvono\tNONE',
    'in\ttype\tdrugdetail\tsin_dos_dscr\tnumber',
    'in\tomit\tdrugdetail\tfee_ocur_time',
    'in\tconstant\tdruginfo\tdise_name\t无',
    'in\tnode\tdrugdetail\t\tdetails',
  )
  expect(JSON.stringify(mapped)).toBe(
    JSON.stringify({
      input: {
        druginfo: {
          ...{ psn_no: '1', psn_name: '欧阳䶮𠮷', beg_time: '20241024103100', medfee_sumamt: '-0.01', invono: 'NONE' },
          ...{ med_type: '41', dise_name: '无' },
        },
        details: [
          { feedetl_sn: '1', det_item_fee_sumamt: '0.01', sin_dos_dscr: 3 },
          { feedetl_sn: '2', det_item_fee_sumamt: '0.00', sin_dos_dscr: '' },
        ],
      },
    }),
  )
  expect(JSON.stringify(input)).toBe(before)
})

test.each<[string, object, string, string]>([
  [
    'a date that is none',
    { druginfo: { begntime: '昨天' } },
    'in\tdate\tdruginfo\tbegntime\tyyyyMMddHHmmss',
    '第 1 行 druginfo.begntime 的值不是日期时间',
  ],
  [
    'a number that is none',
    { drugdetail: [{ sin_dos_dscr: '三片' }] },
    'in\ttype\tdrugdetail\tsin_dos_dscr\tnumber',
    '的值不是数字',
  ],
  [
    'a number that would lose digits',
    { drugdetail: [{ sin_dos_dscr: '1234567890123456' }] },
    'in\ttype\tdrugdetail\tsin_dos_dscr\tnumber',
    '的值不是数字',
  ],
  [
    'a name that is taken',
    { druginfo: { begntime: '', beg_time: 'x' } },
    'in\trename\tdruginfo\tbegntime\tbeg_time',
    '报文里已有 beg_time',
  ],
])('%s leaves nothing half mapped, and its text holds no value', (_, given, line, words) => {
  const mapped = request(given, line)
  expect(mapped).toEqual({ fault: expect.stringContaining(words) })
  expect(JSON.stringify(mapped)).not.toMatch(/昨天|三片|1234567890123456/)
})

test('what is guarded is compared behind the mapping, whatever the rules were', () => {
  expect(request(input, 'in\tconstant\tdruginfo\tmedfee_sumamt\t1.00')).toEqual({ fault: '改动了受保护的字段' })
  expect(request(input, 'in\trename\tdruginfo\tpsn_no\tperson')).toEqual({ fault: '改动了受保护的字段' })
  const { faults, output } = answer({ setlinfo: { setl_id: '1', x: '2' } }, 'out\tdefault\tsetlinfo\tmdtrt_id\t9')
  expect([faults.length, output]).toEqual([1, { setlinfo: { setl_id: '1', x: '2' } }])
})

test('an answer becomes the standard’s, in any spelling and also where a node came as text', () => {
  const { output, faults } = answer(
    { SettleInfo: '{"setl_id":"1","SETTLE_TIME":"20241024103100","gend":"","fund_pay_sumamt":12.30}', setldetail: [] },
    'out\tnode\tsetlinfo\t\tsettle_info',
    'out\trename\tsetlinfo\tsetl_time\tsettle_time',
    'out\tdate\tsetlinfo\tsetl_time\tyyyyMMddHHmmss',
    'out\tdefault\tsetlinfo\tgend\t9',
  )
  expect(faults).toEqual([])
  expect(output).toEqual({
    setlinfo: { setl_id: '1', setl_time: '2024-10-24 10:31:00', gend: '9', fund_pay_sumamt: '12.30' },
    setldetail: [],
  })
})

test('what does not fit in an answer stays as it came and is told: a booked answer stands', () => {
  const { output, faults } = answer(
    { setlinfo: { setl_id: '1', setl_time: '24.10.2024', settle_time: '20241024103100' } },
    'out\trename\tsetlinfo\tsetl_time\tsettle_time',
    'out\tdate\tsetlinfo\tsetl_time\tyyyyMMddHHmmss',
  )
  expect(output).toEqual({ setlinfo: { setl_id: '1', setl_time: '24.10.2024', settle_time: '20241024103100' } })
  expect(faults).toEqual([
    '第 1 行 setlinfo.setl_time 没有改名：答复里已有 setl_time',
    '第 2 行 setlinfo.setl_time 不是 yyyyMMddHHmmss 的格式',
  ])
})

test('a message of every field keeps each guarded value under mappings that the checks let through', () => {
  for (const edition of ['JX', 'HN'] as const) {
    const whole = exampleOf(edition, '2102', 'in')
    const { in: rules } = rulesOf(
      'in\trename\tdruginfo\tbegntime\tb',
      'in\tomit\tdruginfo\tinvono',
      'in\tdate\tdrugdetail\tfee_ocur_time\tyyyyMMddHHmmss',
    )
    const mapped = mapRequest(rules, whole, fieldsOf(edition, '2102', 'in'))
    expect('input' in mapped && guardedValues(mapped.input)).toEqual(guardedValues(whole))
    expect(guardedValues(whole).length).toBeGreaterThan(15)
  }
})
