import { expect, test } from 'vitest'
import { changesIn } from './changes.ts'

test('only what differs, under the titles that the contract gives, with its labels', () => {
  expect(
    changesIn('plugin', { state: 'stopped', areas: [] }, { state: 'enabled', areas: ['320500', '320100'] }),
  ).toEqual([
    { title: '状态', from: '已停用', to: '已启用' },
    { title: '绑定区划', from: '--', to: '320500、320100' },
  ])
  expect(changesIn('slowSql', { thresholdMs: 500 }, { thresholdMs: 10 })).toEqual([
    { title: '慢SQL阈值（毫秒）', from: '500', to: '10' },
  ])
  // What a domain's contract does not name, another's does; what none does keeps its own name.
  expect(changesIn('cache', { mobilePhone: '1', odd: true }, { odd: false })).toEqual([
    { title: expect.stringMatching(/手机|电话/), from: '1', to: '--' },
    { title: 'odd', from: '是', to: '否' },
  ])
})

test('a field inside another one, and records that are no records', () => {
  expect(
    changesIn(
      'reportSchedule',
      { when: { clock: '06:00', rhythm: 'day' } },
      { when: { clock: '06:00', rhythm: 'week' } },
    ),
  ).toEqual([{ title: '发送时间 / 周期', from: '每天', to: '每周' }])
  expect(changesIn('role', ['店员'], ['店员', '药师'])).toEqual([{ title: '内容', from: '店员', to: '店员、药师' }])
})

test('made and removed records show everything on one side', () => {
  expect(changesIn('plugin', undefined, { name: '新' })).toEqual([{ title: '名称', from: '--', to: '新' }])
  expect(changesIn('plugin', { name: '旧' }, null)).toEqual([{ title: '名称', from: '旧', to: '--' }])
  expect(changesIn('plugin', undefined, undefined)).toEqual([])
})

test('records in a list are read like the rest, without what they leave empty', () => {
  const rows = [{ traceCode: 'A1', state: 'deleted', message: '', uploadedAt: null }, { traceCode: 'B2' }]
  expect(changesIn('sale', { rows }, { rows: [{ traceCode: 'C3', state: 'waiting' }] })).toEqual([
    {
      title: expect.any(String),
      from: '追溯码 A1，上传状态 已删除；追溯码 B2',
      to: '追溯码 C3，上传状态 待上传',
    },
  ])
})
