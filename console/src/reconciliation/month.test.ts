import { monthBooks } from '@yibao/shared/calls/month-books.ts'
import { lastMonth } from '@yibao/shared/period.ts'
import { expect, test, vi } from 'vitest'
import type { FormDialogProps } from '../kit/form/form-dialog.tsx'
import type { Tools } from '../kit/index.ts'
import { daysOfMonthQuery, monthActions, monthRowActions, readyText } from './month.ts'

const server = vi.hoisted(() => ({ sent: [] as unknown[] }))
vi.mock('../api/index.ts', async (original) => ({
  ...(await original<object>()),
  refusedInView: () => false,
  callServer: async (_: unknown, input: unknown) => {
    server.sent.push(input)
    return { progressId: 'p' }
  },
}))

test('逐日核对 names its store under the one name that every version of the server knows: another would mean all stores', async () => {
  const forms: Pick<FormDialogProps, 'shape' | 'initial'>[] = []
  const dialogs = { form: async (form: FormDialogProps) => void forms.push(form), progress: async () => undefined }
  const tools = { dialogs, refetch: () => undefined, asked: { storeId: 's-1', month: '2026-07' } } as unknown as Tools
  const calls = { total: monthBooks.monthTotal, check: monthBooks.monthCheck }
  const row = { id: 'm-1', month: '2026-07', storeId: 's-1', openDays: 2, state: '0' }
  await monthRowActions(calls)
    .find(({ key }) => key === 'checkOne')!
    .run(row, tools)
  expect(server.sent).toEqual([{ month: '2026-07', storeIds: ['s-1'] }])
  const above = monthActions(calls).find(({ key }) => key === 'check')!
  await above.run([], tools)
  await above.run([], { ...tools, asked: {} })
  expect(Object.keys(forms[0]!.shape)).toEqual(['month', 'storeIds', 'force'])
  expect(forms.map(({ initial }) => initial)).toEqual([
    { month: '2026-07', storeIds: ['s-1'] },
    { month: lastMonth(), storeIds: undefined },
  ])
})

test('a group of a month leads to its own days, not to those of another clearing institution or kind', () => {
  const key = { insutype: '310', clrType: '41', clrOptins: '320000' }
  const row = { id: 'm-1', month: '2026-07', storeId: 's-1', ...key, state: '0' }
  const asked = (openDays: number) => Object.fromEntries(new URLSearchParams(daysOfMonthQuery({ ...row, openDays })))
  const group = {
    ...{ 'f.month': '2026-07', 'f.storeId': 's-1', 'f.insutype': '310' },
    ...{ 'f.clrType': '41', 'f.clrOptins': '320000' },
  }
  expect(asked(0)).toEqual(group)
  expect(asked(2)).toEqual({ ...group, 'f.unfinished': 'true' })
})

test('months that all agree can be claimed: all of them in sight, none left out by a filter, and one not claimed yet', () => {
  const row = (values: object = {}) => ({ state: '2', openDays: 0, ...values })
  const said = (items: ReturnType<typeof row>[], filters: object = {}, total = items.length) =>
    readyText({ items, total }, { from: '2026-10', to: '2026-10', ...filters })
  expect(said([row(), row()])).toBe('2 组全部一致，可以生成月度清算')
  expect(said([row(), row({ state: '4' })], { storeId: 's-1' })).toBe('2 组全部一致或已处理，可以生成月度清算')
  expect(said([row(), row({ claim: '1' })]), 'one is claimed').toBe('2 组全部一致，可以生成月度清算')
  expect(said([row({ claim: '5' })]), 'sent back').toBe('1 组全部一致，可以生成月度清算')
  expect(said([row()], { insutype: '' }), 'a filter that is not set').toBe('1 组全部一致，可以生成月度清算')
  const silent = [
    said([]),
    ...[said([row({ state: '3' }), row()]), said([row({ openDays: 1 })]), said([row({ claim: '6' })])],
    ...[said([row()], { state: '2' }), said([row()], {}, 21)],
  ]
  expect(silent).toEqual(silent.map(() => undefined))
})
