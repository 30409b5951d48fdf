import { ybConfig } from '@yibao/shared/calls/base.ts'
import { systemConfig, ybOptions } from '@yibao/shared/calls/config.ts'
import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { storeIdOf } from '../../seed/organisation.ts'
import { type Client, startTestServer, testClock } from '../../test/kit.ts'
import { keyOptions } from '../organisation/counter-keys.ts'
import { store } from '../organisation/tables.ts'

// The counter's keys where an ERP takes one of the standard ones (ux 2.3): set at each level, never two on one key.

const inArea = { medicalAreaCode: '320500' }
const inStore = { storeId: storeIdOf('P32050100001') }
const clock = testClock()

let admin: Client
let area: Client
let clerk: Client
const server = opened(() => startTestServer({ clock }))
beforeAll(async () => {
  admin = await server.as('admin')
  area = await server.as('area', { areaCode: '320500' })
  clerk = await server.as('clerk')
})

type Asked = { medicalAreaCode?: string; storeId?: string }
const save = async (asked: Asked, values: object, reset: string[] = []) => {
  clock.advance(1000)
  const { revision } = await area.ok(ybOptions.pullYBConfigOptionsV2, asked)
  return area.send(ybOptions.saveYBConfigOptions, { ...asked, revision, values, reset })
}
const saveSystem = async (values: object, reset: string[] = []) => {
  const { revision } = await admin.ok(systemConfig.pullOptions)
  return admin.send(systemConfig.save, { revision, values, reset })
}
const keysAtCounter = async () => (await clerk.ok(ybConfig.pullMedicalUI)).counterKeys
afterEach(async () => {
  await save(inStore, {}, keyOptions)
  await save(inArea, {}, keyOptions)
  await saveSystem({}, keyOptions)
})

test('without a setting the counter has its standard keys; each level moves one, the nearest wins', async () => {
  expect(await keysAtCounter()).toEqual({})
  expect((await saveSystem({ keyPrint: 'F12' })).success).toBe(true)
  expect((await save(inArea, { keyPresettle: 'F7' })).success).toBe(true)
  expect(await keysAtCounter()).toEqual({ print: 'F12', presettle: 'F7' })
  expect((await save(inStore, { keyPrint: 'F10' })).success).toBe(true)
  expect(await keysAtCounter()).toEqual({ presettle: 'F7' })
  const { options } = await area.ok(ybOptions.pullYBConfigOptionsV2, inStore)
  expect(options.find(({ key }) => key === 'keyPrint')).toMatchObject({
    ...{ value: 'F10', source: 'store', inherited: 'F12', inheritedFrom: 'system' },
  })
})

test('two actions on one key are refused at the field, with both named; what is inherited counts', async () => {
  const refused = await save(inStore, { keyPrint: 'F9' })
  expect(refused).toMatchObject({ success: false, resultExtendInfo: { key: 'input.invalid' } })
  expect(refused.error?.fields).toEqual({ 'values.keyPrint': '打印按键和结算按键都是 F9，请换一个键' })
  await save(inArea, { keyPark: 'F12' })
  expect((await save(inStore, { keyPrint: 'F12' })).error?.fields).toEqual({
    'values.keyPrint': '打印按键和挂单按键都是 F12，请换一个键',
  })
  expect((await save(inStore, { keyPrint: 'F4' })).success).toBe(true)
  // Back to what holds above would put two on F4.
  expect((await save(inArea, {}, ['keyPark'])).error?.fields).toHaveProperty(['values.keyPark'])
  expect(await keysAtCounter()).toEqual({ park: 'F12', print: 'F4' })
})

test('two keys are exchanged in one save; no chord and no key of the browser can be chosen', async () => {
  expect((await save(inStore, { keyRead: 'F3', keyDisease: 'F2' })).success).toBe(true)
  expect(await keysAtCounter()).toEqual({ read: 'F3', disease: 'F2' })
  for (const key of ['Alt+P', 'F1', 'F5', 'F11', ''])
    expect((await save(inStore, { keySettle: key })).error?.fields, key).toHaveProperty(['values.keySettle'])
})

test('where an ERP keeps the F keys for itself, what books nothing has Alt and its letter, money never', async () => {
  expect((await save(inStore, { keyPrint: 'Alt+P', keyPark: 'Alt+G' })).success).toBe(true)
  expect(await keysAtCounter()).toEqual({ print: 'Alt+P', park: 'Alt+G' })
  for (const [option, key] of Object.entries({ keyPrint: 'Alt+G', keyPresettle: 'Alt+P', keySettle: 'Alt+P' }))
    expect((await save(inStore, { [option]: key })).error?.fields, option).toHaveProperty([`values.${option}`])
})

test('a key that a store below took for another action is refused above, with the store’s name', async () => {
  await save(inStore, { keyPrint: 'F12' })
  const text = '示例大药房观前店的结算按键和打印按键都是 F12，请换一个键'
  expect((await save(inArea, { keySettle: 'F12' })).error?.fields).toEqual({ 'values.keySettle': text })
  expect((await saveSystem({ keySettle: 'F12' })).error?.fields).toEqual({ 'values.keySettle': text })
  expect((await save(inArea, { keyPrint: 'F7' })).success).toBe(true)
})

test('a store that comes into such a pair without a save keeps the standard keys', async () => {
  await server.deps.db
    .update(store)
    .set({ settings: { keyPrint: 'F9' } })
    .where(eq(store.id, inStore.storeId))
  expect(await keysAtCounter()).toEqual({})
})
