import { describe, expect, test } from 'vitest'
import { checkEnvelope, checkMessage } from './check.ts'
import { faultText } from './fault.ts'
import type { JsonObject } from './json.ts'
import { fieldsOf, UNNAMED } from './standard.ts'
import { exampleOf } from './test/example.ts'

const numbers = [
  ...['1101', '1162', '1901', '2001', '2101', '2102', '2103', '2601', '3201', '3202', '5201', '5203', '5204', '5206'],
  ...['5301', '5304', '9001', '9002', '9101', '9102'],
]
const cases = numbers.flatMap((infno) =>
  (['JX', 'HN'] as const).flatMap((edition) => (['in', 'out'] as const).map((way) => [edition, infno, way] as const)),
)

const rowOf = (message: JsonObject, node: string): JsonObject => {
  const found = node === UNNAMED && !('result' in message) ? message : message[node === UNNAMED ? 'result' : node]
  return (Array.isArray(found) ? found[0] : found) as JsonObject
}

describe.each(cases)('%s %s %s, made from the tables', (edition, infno, way) => {
  const fields = fieldsOf(edition, infno, way)

  test('a full example has no fault', () => {
    if (way === 'in') expect(fields.length).toBeGreaterThan(0)
    expect(checkMessage(edition, infno, way, exampleOf(edition, infno, way))).toEqual([])
  })

  test('each required field is missed when it is dropped', () => {
    for (const { node, name, title, required } of fields) {
      const message = exampleOf(edition, infno, way)
      delete rowOf(message, node)[name]
      const found = checkMessage(edition, infno, way, message).filter((fault) => fault.field === name)
      const expected =
        required === 'always' ? [expect.objectContaining({ node, field: name, kind: 'missing', title })] : []
      expect(found, name).toEqual(expected)
    }
  })

  test('a field of another table is seen', () => {
    if (fields.length === 0) return
    const message = exampleOf(edition, infno, way)
    rowOf(message, fields[0]!.node).stranger = 'x'
    expect(checkMessage(edition, infno, way, message)).toEqual([
      expect.objectContaining({ field: 'stranger', kind: 'unknownField' }),
    ])
  })
})

const faultsOf = (edition: 'JX' | 'HN', change: (info: JsonObject, line: JsonObject) => void, outOfArea = false) => {
  const message = exampleOf(edition, '2102', 'in')
  change(rowOf(message, 'druginfo'), rowOf(message, 'drugdetail'))
  return checkMessage(edition, '2102', 'in', message, { outOfArea }).map(({ field, kind }) => `${field} ${kind}`)
}

test('identity fields: Hunan always, Jiangxi for other cities', () => {
  const drop = (info: JsonObject) => {
    info.certno = ''
  }
  expect(faultsOf('HN', drop)).toEqual(['certno missing'])
  expect(faultsOf('JX', drop)).toEqual([])
  expect(faultsOf('JX', drop, true)).toEqual(['certno missing'])
})

test('a social card needs its serial', () => {
  const card = (type: string) => (info: JsonObject) => {
    info.mdtrt_cert_type = type
    info.card_sn = ''
  }
  expect(faultsOf('JX', card('03'))).toEqual(['card_sn missing'])
  expect(faultsOf('JX', card('01'))).toEqual([])
})

test.each([
  ['a long e-voucher token passes', 'info', 'mdtrt_cert_no', 'x'.repeat(4000), []],
  ['but not an endless one', 'info', 'mdtrt_cert_no', 'x'.repeat(4001), ['mdtrt_cert_no tooLong']],
  ['a rare character counts as one', 'info', 'psn_name', '𠮷'.repeat(50), []],
  ['51 are too many', 'info', 'psn_name', '𠮷'.repeat(51), ['psn_name tooLong']],
  ['money has two decimals', 'info', 'medfee_sumamt', '1.005', ['medfee_sumamt tooLong']],
  ['and 14 digits before', 'info', 'medfee_sumamt', '100000000000000.00', ['medfee_sumamt tooLong']],
  ['a number is no text', 'info', 'medfee_sumamt', '十', ['medfee_sumamt wrongType']],
  ['a local code extends a national one', 'info', 'med_type', '140104', []],
  ['an area has medical types of its own', 'info', 'med_type', '15', []],
  ['and insurances', 'info', 'insutype', '391', []],
  ['an invented code does not pass', 'info', 'acct_used_flag', '7', ['acct_used_flag unknownCode']],
  ['a day of the calendar', 'info', 'begntime', '2024-02-30 10:00:00', ['begntime wrongType']],
  ['a time with seconds', 'info', 'begntime', '2024-02-29', ['begntime wrongType']],
  ['line numbers are digits', 'line', 'feedetl_sn', 'A1', ['feedetl_sn wrongType']],
  ['not zero', 'line', 'feedetl_sn', '0', ['feedetl_sn wrongType']],
  ['at most 15 of them', 'line', 'feedetl_sn', '1234567890123456', ['feedetl_sn wrongType']],
  ['quantity has four decimals', 'line', 'cnt', '0.3333', []],
  ['text fields hold texts', 'line', 'rxno', 5, ['rxno wrongType']],
])('%s', (_, where, name, value, faults) => {
  const change = (info: JsonObject, line: JsonObject) => {
    const row: Record<string, unknown> = where === 'info' ? info : line
    row[name] = value
  }
  expect(faultsOf('JX', change)).toEqual(faults)
})

test.each([
  ['3203', 'data', 'clr_way', '40'],
  ['2505', 'data', 'biz_appy_type', '21'],
  ['2505', 'data', 'agnter_rlts', '88'],
  ['3401', 'deptinfo', 'caty', 'Q9'],
  ['3502', 'invinfo', 'inv_chg_type', '201'],
])('%s: what the centre or its dictionary gave us may be sent to it: %s.%s %s', (infno, node, name, code) => {
  const message = exampleOf('JX', infno, 'in')
  rowOf(message, node)[name] = code
  expect(checkMessage('JX', infno, 'in', message)).toEqual([])
})

test('our nodes must have their name and kind', () => {
  const { druginfo, drugdetail } = exampleOf('HN', '2102', 'in') as { druginfo: JsonObject; drugdetail: JsonObject[] }
  const kinds = (message: JsonObject) =>
    checkMessage('HN', '2102', 'in', message).map(({ node, kind }) => `${node} ${kind}`)
  expect(kinds({ druginfo, drugdetail: drugdetail[0]! })).toEqual(['drugdetail wrongNode'])
  expect(kinds({ data: druginfo, drugdetail })).toEqual(['druginfo wrongNode', 'data wrongNode'])
  expect(kinds({ druginfo, drugdetail: [] })).toEqual(['drugdetail wrongNode'])
})

test('an answer may be spelled and shaped otherwise', () => {
  const person = { psnNo: 'X', psnCertType: '1', certno: 'X', psnName: '张三', gend: '1', age: '34.80' }
  const insurance = { balc: '60.000', insutype: '310', psn_type: '11', cvlserv_flag: '0', insuplc_admdvs: '320500' }
  expect(checkMessage('JX', '1101', 'out', { baseinfo: [person], insuinfo: insurance })).toEqual([])
  expect(checkMessage('JX', '1101', 'out', { insuinfo: [] })).toEqual([
    expect.objectContaining({ node: 'baseinfo', kind: 'wrongNode' }),
  ])
})

test('older names of an amount are that amount', () => {
  const message = exampleOf('HN', '2103', 'out')
  const info = message.setlinfo as JsonObject
  delete info.psn_part_amt
  delete info.psn_cash_pay
  expect(
    checkMessage('HN', '2103', 'out', { ...message, setlinfo: { ...info, psn_pay: '1.00', cash_payment: '1.00' } }),
  ).toEqual([])
})

test('the envelope: insured area with a person number, and its lengths', () => {
  const envelope = exampleOf('JX', 'envelope', 'in')['(root)'] as JsonObject
  const kinds = (over: JsonObject) =>
    checkEnvelope('JX', { ...envelope, ...over }).map(({ field, kind }) => `${field} ${kind}`)
  const input = { data: { psn_no: '1' } }
  expect(kinds({ input, insuplc_admdvs: '320500' })).toEqual([])
  expect(kinds({ input, insuplc_admdvs: '' })).toEqual(['insuplc_admdvs missing'])
  expect(kinds({ input: {}, insuplc_admdvs: '' })).toEqual([])
  expect(kinds({ input: { data: 'x'.repeat(40_000) } })).toEqual(['input tooLong'])
  expect(kinds({ input: {}, msgid: 'x'.repeat(31) })).toEqual(['msgid tooLong'])
})

test('faults read as a sentence that names fields and no values', () => {
  const faults = checkMessage('HN', '2102', 'in', {
    ...exampleOf('HN', '2102', 'in'),
    drugdetail: [
      { ...(exampleOf('HN', '2102', 'in').drugdetail as JsonObject[])[0], cnt: '', rxno: 'secret'.repeat(9) },
    ],
  })
  expect(faultText(faults)).toBe('drugdetail 第 1 行 处方号（rxno）超过长度；drugdetail 第 1 行 数量（cnt）未填写')
  expect(faultText(Array(7).fill(faults[0]))).toContain('；另有 2 处')
})
