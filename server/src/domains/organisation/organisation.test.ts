import { districtCalls, ybConfig } from '@yibao/shared/calls/base.ts'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { startTestServer, testClock } from '../../test/kit.ts'
import { defaultSettings, settingsOf, withOverrides } from './settings.ts'
import { area } from './tables.ts'

const server = opened(() => startTestServer({ clock: testClock() }))

test('the district tree is province, city, district; funds of a province or city stand beside its parts', async () => {
  const { childDistricts } = await (await server.as('clerk')).ok(districtCalls.pullDistrictTree)
  const jiangsu = childDistricts.find(({ value }) => value === '320000')
  const suzhou = jiangsu?.childDistricts.find(({ value }) => value === '320500')
  expect(suzhou?.childDistricts.map(({ name }) => name)).toContain('苏州工业园区')
  expect(jiangsu?.childDistricts.map(({ value }) => value)).toContain('329900')
  const nanjing = jiangsu?.childDistricts.find(({ value }) => value === '320100')
  expect(nanjing?.childDistricts[0]).toEqual({ value: '320102', name: '玄武区', childDistricts: [] })
  expect(nanjing?.childDistricts.map(({ name }) => name)).toContain('南京市本级')
  expect(childDistricts.every(({ value }) => value.endsWith('0000'))).toBe(true)
  expect(childDistricts.find(({ value }) => value === '310000')?.name).toBe('上海市')
})

test('areas are offered by province', async () => {
  const { drowDownItems } = await (await server.as('admin')).ok(ybConfig.pullMedicalAreaCodes)
  expect(drowDownItems.map(({ name, drowDownItems: below }) => [name, below.map(({ name: one }) => one)])).toEqual([
    ['江苏省', ['南京市', '苏州市']],
    ['湖南省', ['长沙市']],
  ])
})

test('readers name the agent’s driver', async () => {
  const { cardReaderTypes } = await (await server.as('clerk')).ok(ybConfig.pullCardReaderTypes)
  expect(cardReaderTypes).toContainEqual({
    value: 'sim-social-card',
    name: '模拟社保卡读卡器',
    medium: 'socialCard',
    driver: 'sim-social-card',
  })
})

test('the counter’s settings come from the area, with the names of its own dictionary', async () => {
  const [suzhou, changsha] = await Promise.all(
    ['clerk', 'clerk3'].map(async (name) => (await server.as(name)).ok(ybConfig.pullMedicalUI)),
  )
  expect(suzhou).toMatchObject({ areaName: '苏州市', typedIdCard: true, traceCodeRequired: false, slipLayout: '80' })
  expect(changsha).toMatchObject({ areaName: '长沙市', typedIdCard: false, traceCodeRequired: true, slipLayout: '58' })
  expect(changsha?.medicalTypes).toContainEqual({ value: '9904', name: '大病特药' })
  expect(suzhou?.medicalTypes[0]).toEqual({ value: '41', name: '定点药店购药' })
})

test('an administrator without an area gets the defaults, and any area by its code', async () => {
  const area1 = await server.as('area1')
  expect(await area1.ok(ybConfig.pullMedicalUI)).toMatchObject({ areaName: '', defaultMedicalType: '41' })
  expect(await area1.ok(ybConfig.pullMedicalUI, { medicalAreaCode: '320100' })).toMatchObject({
    authorizeReversal: true,
  })
  const unknown = await area1.send(ybConfig.pullMedicalUI, { medicalAreaCode: '999999' })
  expect(unknown.error?.message).toBe('没有找到区划')
})

test('an override counts only under a known name and with the default’s type', async () => {
  expect(withOverrides({})).toEqual(defaultSettings)
  const wrong = { inFlightMax: '5', medicalTypes: '41', nonsense: 1, slipNote: null, __proto__: { a: 1 } }
  expect(withOverrides(wrong)).toEqual(defaultSettings)
  expect(withOverrides({ inFlightMax: 5, authorizeUndo: false })).toMatchObject({
    inFlightMax: 5,
    authorizeUndo: false,
  })
  const { db } = server.deps
  await db
    .update(area)
    .set({ settings: { slipNote: '祝早日康复' } })
    .where(eq(area.code, '320500'))
  expect(await settingsOf(db, '320500')).toMatchObject({
    slipNote: '祝早日康复',
    areaText: '苏州市',
    areaName: '苏州市',
  })
})
