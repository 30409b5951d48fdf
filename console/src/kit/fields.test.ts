import { order } from '@yibao/shared/calls/order.ts'
import { reconciliation } from '@yibao/shared/calls/reconciliation.ts'
import {
  choice,
  dict,
  flag,
  integer,
  list,
  logTime,
  metaOf,
  money,
  needed,
  optional,
  quantity,
  ratio,
  text,
  time,
} from '@yibao/shared/field.ts'
import { expect, test } from 'vitest'
import { formatField, isNumeric, metaAt, problemOf, rowShapeOf, valueAt } from './fields.ts'

const row = rowShapeOf(order.abnormalPaged.result)

test('titles and kinds come from the call, through paths and optional fields', () => {
  expect(metaAt(row, 'total')).toMatchObject({ title: '费用总额', kind: 'money' })
  expect(metaAt(row, 'erpBill')).toMatchObject({ title: 'ERP单号', optional: true })
  expect(metaAt(row, 'abnormal.kind')).toMatchObject({ title: '异常类型', kind: 'choice' })
  expect(metaAt(rowShapeOf(reconciliation.dayPaged.result), 'local.total').title).toBe('本地总额')
  expect(metaAt(row, 'nowhere')).toEqual({ title: 'nowhere', kind: 'data' })
})

const now = new Date('2026-11-21T04:00:00Z')
test.each([
  [money('x'), '1234567.5', '1,234,567.50'],
  [money('x'), '-25.60', '-25.60'],
  [quantity('x'), '2.5000', '2.5'],
  [quantity('x'), '200', '200'],
  [quantity('x'), '12345.5000', '12,345.5'],
  [integer('x'), 1_000_000, '1,000,000'],
  [integer('x'), -1234, '-1,234'],
  [ratio('x'), '0.7', '70%'],
  [flag('x'), false, '否'],
  [choice('x', { 2: '已结算' }), '2', '已结算'],
  [dict('x', 'insutype'), '310', '职工 310'],
  [time('x'), '2026-11-21 10:31:02', '10:31'],
  [time('x'), '2026-11-20 10:31:02', '昨天 10:31'],
  [time('x'), '2025-11-21 10:31:02', '2025-11-21'],
  [logTime('x'), '2026-11-21 10:31:02', '2026-11-21 10:31:02'],
  [list(text('x')), ['甲', '乙'], '甲、乙'],
  [text('x'), '', '--'],
  [text('x'), null, '--'],
] as const)('format %#', (schema, value, shown) => {
  expect(formatField(metaOf(schema)!, value, (code) => `职工 ${code}`, now)).toBe(shown)
})

test('amounts stand right, words left', () => {
  expect(isNumeric(metaAt(row, 'cash'))).toBe(true)
  expect(isNumeric(metaAt(row, 'maskedName'))).toBe(false)
})

test('a form shows the field’s own text', () => {
  const { reason } = order.void.input.shape
  expect(problemOf(reason, '')).toBe('作废原因至少 2 个字')
  expect(problemOf(reason, undefined)).toBe('作废原因不能为空')
  expect(problemOf(reason, '录入有误')).toBeUndefined()
  expect(problemOf(optional(text('备注')), '')).toBeUndefined()
  const drugs = needed(optional(text('适用药品')), '须填适用药品')
  expect(problemOf(drugs, '')).toBe('须填适用药品')
  // Its title says nothing of 选填 then.
  expect(metaAt({ drugs }, 'drugs')).toEqual({ title: '适用药品', kind: 'text', max: 200 })
})

test('values by path', () => {
  expect(valueAt({ local: { total: '1.00' } }, 'local.total')).toBe('1.00')
  expect(valueAt({}, 'local.total')).toBeUndefined()
})
