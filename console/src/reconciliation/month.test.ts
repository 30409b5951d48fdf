import { expect, test } from 'vitest'
import { daysOfMonthQuery } from './month.ts'

test('a group of a month leads to its own days, not to those of another clearing institution or kind', () => {
  const row = { month: '2026-07', storeId: 's-1', insutype: '310', clrType: '41', clrOptins: '320000', state: '0' }
  const asked = (openDays: number) => Object.fromEntries(new URLSearchParams(daysOfMonthQuery({ ...row, openDays })))
  const group = {
    ...{ 'f.month': '2026-07', 'f.storeId': 's-1', 'f.insutype': '310' },
    ...{ 'f.clrType': '41', 'f.clrOptins': '320000' },
  }
  expect(asked(0)).toEqual(group)
  expect(asked(2)).toEqual({ ...group, 'f.unfinished': 'true' })
})
