import { expect, test } from 'vitest'
import { diffTypeOf, knownCode, listCodes, spellCode } from './dictionaries.ts'

const labels = (edition: 'JX' | 'HN', type: string) =>
  Object.fromEntries(
    listCodes(edition)
      .filter((c) => c.type === type)
      .map((c) => [c.code, c.label]),
  )

test('each edition lists its own codes and the common ones', () => {
  expect(labels('HN', 'stmt_rslt')).toEqual({ 0: '平', 1: '不平' })
  expect(labels('JX', 'stmt_rslt')).toEqual({ 0: '平', 1: '中心多', 2: '医药机构多', 3: '数据不一致' })
  expect(labels('JX', 'psn_cert_type')['1']).toBe('居民身份证（户口簿）')
  expect(listCodes('HN')[0]).toEqual({
    type: 'dcla_souc',
    code: '01',
    label: '定点医药机构',
    parent: '',
    province: 'HN',
    typeName: '申报来源',
  })
})

test('a code is spelled as the edition prints it', () => {
  expect(spellCode('JX', 'psn_cert_type', '01')).toBe('1')
  expect(spellCode('HN', 'psn_cert_type', '1')).toBe('01')
  expect(spellCode('HN', 'psn_cert_type', '77')).toBe('77')
})

test.each([
  ['JX', 'naty', '01', true],
  ['JX', 'med_type', '140104', true],
  ['JX', 'refd_setl_flag', '10', false],
  ['HN', 'insutype', '777', false],
  ['HN', 'no_such_type', 'x', true],
] as const)('%s %s %s known: %s', (edition, type, code, known) => {
  expect(knownCode(edition, type, code)).toBe(known)
})

test('an area may add codes', () => {
  expect(knownCode('JX', 'mdtrt_cert_type', '06')).toBe(false)
  expect(knownCode('JX', 'mdtrt_cert_type', '06', { mdtrt_cert_type: ['06'] })).toBe(true)
})

test.each([
  ['JX', '0', undefined, 'balanced'],
  ['HN', '000000', undefined, 'balanced'],
  ['JX', '1', 'S', 'centreOnly'],
  ['JX', '2', 'S', 'localOnly'],
  ['JX', '3', 'S', 'different'],
  ['JX', '101', 'S', 'unclear'],
  ['HN', '1', '', 'centreOnly'],
  ['HN', '1', 'S', 'unclear'],
  ['HN', '1', undefined, 'unclear'],
] as const)('stmt_rslt %s %s with setl_id %s is %s', (edition, code, setlId, diff) => {
  expect(diffTypeOf(edition, code, setlId)).toBe(diff)
})
