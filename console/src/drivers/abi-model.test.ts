import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  driverRow,
  errorRows,
  functionRow,
  functionsOf,
  type Json,
  manifestProblem,
  paramRow,
  readText,
  settingRow,
  withDriverRow,
  withErrorRows,
  withFunctionRow,
  withParamRow,
  withSettingRow,
} from './abi-model.ts'

const shipped = (id: string): Json =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../agent/drivers', id, 'driver.json'), 'utf8'))
type Functions = Record<string, Json & { params: Json[] }>

describe.each(['sscard-std', 'heasec', 'sscard-hn', 'nation-ec', 'idcard-cvr', 'idcard-sdt', 'si-jiangsu'])(
  'the forms of %s',
  (id) => {
    const manifest = shipped(id)
    test('give back what they were given', () => {
      expect(withDriverRow(driverRow(manifest), manifest)).toEqual({ init: [], ...manifest })
      expect(withErrorRows(errorRows(manifest.errors))).toEqual(manifest.errors)
      for (const spec of Object.values(manifest.functions as Functions)) {
        expect(withFunctionRow(functionRow(spec), spec)).toEqual(spec)
        for (const param of spec.params) {
          const { decode, ...back } = withParamRow(paramRow(param), param)
          // What a buffer means without saying so is said.
          expect({ ...back, ...(param.decode !== undefined && { decode }) }).toEqual(param)
        }
      }
    })
  },
)

test('a parameter of another type starts anew, with the direction its type has', () => {
  const buffer = { name: 'out', dir: 'out', type: 'buf', bytes: 64, decode: { text: '\\d+' } }
  expect(withParamRow({ ...paramRow(buffer), type: 'str' }, buffer)).toEqual({
    ...{ name: 'out', dir: 'in', type: 'str', maxBytes: 64 },
  })
  expect(withParamRow({ name: 'x', dir: 'in', type: 'buf' })).toMatchObject({ dir: 'out', bytes: 1024, decode: 'cstr' })
  const split = withParamRow({ ...paramRow(buffer), decode: 'split', separator: '^', fields: 'a，b c' }, buffer)
  expect(split.decode).toEqual({ split: '^', fields: ['a', 'b', 'c'] })
  const columns = withParamRow({ ...paramRow(buffer), decode: 'columns', fields: 'name:30,sex:2' }, buffer)
  expect(columns.decode).toEqual({ columns: { name: 30, sex: 2 } })
})

test.each([
  ['0', [0]],
  ['0, 0000', [0, '0000']],
  ['ok', ['ok']],
  ['>=0', '>=0'],
])('success written as %s', (text, ok) => {
  expect(withFunctionRow({ class: 'read', timeoutMs: 100, returns: 'i32', ok: text }, {}).returns).toEqual({
    ...{ type: 'i32', ok },
  })
})

test('a return that needs no predicate has none', () => {
  const row = { class: 'read', timeoutMs: 100, ok: '0' }
  expect(withFunctionRow({ ...row, returns: 'void' }, {}).returns).toEqual({ type: 'void' })
  expect(withFunctionRow({ ...row, returns: 'cstr', ok: undefined }, {}).returns).toEqual({ type: 'cstr' })
})

test('what is wrong is told in Chinese, in forms and in the text', () => {
  const good = shipped('si-jiangsu')
  expect(manifestProblem(good)).toBeUndefined()
  expect(manifestProblem({ ...good, bits: 16 })).toContain('bits：')
  expect(readText('{"a"')).toMatchObject({ problem: expect.stringContaining('没有写完') })
  expect(readText(JSON.stringify(good))).toEqual({ manifest: good, problem: undefined })
})

test('a text that is half written has forms all the same: what it does not say yet is not there', () => {
  const manifest = { functions: { a: null, b: { class: 'read' }, c: { params: [null, { name: 'x' }] } }, init: [null] }
  const functions = functionsOf(manifest)
  expect(functions).toEqual({
    a: { params: [] },
    b: { class: 'read', params: [] },
    c: { params: [{}, { name: 'x' }] },
  })
  for (const spec of Object.values(functions)) expect(functionRow(spec)).toBeTypeOf('object')
  expect(functionsOf({ functions: 5 })).toEqual({})
  expect([driverRow(manifest).init, errorRows({ 1: null })]).toEqual(['', [{ key: '1' }]])
})

test('what a driver is started with is changed by its default alone; a secret stays one', () => {
  const manifest = shipped('heasec')
  const row = Object.fromEntries(Object.entries(settingRow(manifest)).map(([name, one]) => [name, one.default]))
  expect(withSettingRow(row, manifest)).toEqual(manifest)
  const changed = withSettingRow({ ...row, ip: '10.0.0.9', secretKey: 'k' }, manifest).settings
  expect(changed).toMatchObject({
    ip: { title: '前置机地址', default: '10.0.0.9' },
    secretKey: { default: 'k', secret: true },
  })
})
