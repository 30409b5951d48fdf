import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { list, metaOf, money, optional, type Schema, text } from '../field.ts'
import { menuRows } from '../menu.ts'
import { can } from '../permission.ts'
import { recordFields } from '../record-search.ts'
import { allCalls } from './index.ts'

// Every trap of DESIGN 5 over every schema of every call; each rule proves itself on a bad example.

type Def = {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
  options?: Schema[]
  valueType?: Schema
}
const defOf = (schema: Schema) => schema._zod.def as unknown as Def

/** Every field below a schema, with its path; recursion ends at a schema already seen. */
const walk = (schema: Schema, path: string, seen = new Set<Schema>()): [string, Schema][] => {
  if (seen.has(schema)) return []
  seen.add(schema)
  const def = defOf(schema)
  const below: [string, Schema][] = [
    ...Object.entries(def.shape ?? {}).map(([key, child]): [string, Schema] => [`${path}.${key}`, child]),
    ...[def.element, def.innerType, def.valueType, ...(def.options ?? [])].flatMap((child): [string, Schema][] =>
      child ? [[path, child]] : [],
    ),
  ]
  return [[path, schema], ...below.flatMap(([childPath, child]) => walk(child, childPath, seen))]
}

const everything = allCalls().flatMap(([name, call]) => [
  ...walk(call.input, `${name}.input`),
  ...walk(call.result, `${name}.result`),
])

const forbidden = (schema: Schema) =>
  ['transform', 'pipe', 'date', 'default', 'prefault', 'catch'].includes(defOf(schema).type)

test('no schema transforms: a transform in a response answers 500', () => {
  expect(everything.filter(([, schema]) => forbidden(schema)).map(([path]) => path)).toEqual([])
  expect(forbidden(z.pipe(z.string(), z.transform(Number)))).toBe(true)
})

const named = new Set([
  'page',
  'pageSize',
  'sortField',
  'sortOrder',
  'items',
  'total',
  'totalIsBound',
  'childDistricts',
])
const untitled = (schemas: [string, Schema][]) =>
  schemas
    .filter(([path], i) => /\.(input|result)\.\w+$/.test(path) && schemas[i - 1]?.[0] !== path)
    .filter(([path, schema]) => !named.has(path.split('.').pop()!) && !metaOf(schema)?.title)
    .map(([path]) => path)

test('every field has a title, optional ones too', () => {
  expect(untitled(everything)).toEqual([])
  expect(untitled([['x.input.a', z.optional(text('名称'))]])).toEqual(['x.input.a'])
  expect(metaOf(optional(money('总额')))).toMatchObject({ title: '总额', kind: 'money', optional: true })
  expect(metaOf(list(money('总额')))).toMatchObject({ title: '总额', kind: 'list' })
})

const words = (schema: Schema) => {
  const answer = z.safeParse(schema, Symbol('wrong'))
  return answer.success ? [] : answer.error.issues.map((issue) => issue.message)
}

test('every message of an input is Chinese: zod/mini alone would say Invalid input', () => {
  const inputs = everything.filter(([path]) => /\.input\.\w+$/.test(path))
  for (const [path, schema] of inputs)
    if (metaOf(schema)) for (const message of words(schema)) expect(message, path).toMatch(/[一-鿿]/)
  expect(words(z.string())[0]).not.toMatch(/[一-鿿]/)
})

test('paths and names are unique and follow the style of SPEC 7', () => {
  const routes = allCalls().map(([, call]) => `${call.method} ${call.path.toLowerCase()}`)
  expect(new Set(routes).size).toBe(routes.length)
  for (const [name, call] of allCalls())
    expect(call.path, name).toMatch(/^\/api\/[A-Za-z]+(\/[A-Za-z0-9]+|\/:[a-zA-Z]+)*\/?$/)
})

test('path parts are input fields', () => {
  for (const [name, call] of allCalls())
    for (const [, part] of call.path.matchAll(/:(\w+)/g)) expect(Object.keys(call.input.shape), name).toContain(part)
})

test('a menu of a call exists, and its button is one of the menu', () => {
  for (const [name, call] of allCalls()) {
    const menus = [call.menu ?? []].flat()
    for (const menu of menus)
      expect(
        menuRows.map((row) => row.menuCode),
        `${name}: ${menu}`,
      ).toContain(menu)
    if (call.button)
      expect(
        menuRows.some((row) => menus.includes(row.menuCode) && row.buttons?.includes(call.button!)),
        name,
      ).toBe(true)
  }
})

test('what the page search declares is there: page, input, and fields of the row it shows', () => {
  for (const [name, { input, result, search = [] }] of allCalls())
    for (const { page, by, always, title, about, key, filters, node } of [search].flat()) {
      expect(
        menuRows.map((row) => row.name),
        name,
      ).toContain(page)
      const asked = [by, ...Object.keys({ ...always, ...filters })]
      expect(Object.keys(input.shape), name).toEqual(expect.arrayContaining(asked))
      const shown = [title, ...about, ...(key ? [key] : []), ...Object.values(filters ?? {}), ...(node ?? [])]
      expect(Object.keys(recordFields(result)), name).toEqual(expect.arrayContaining(shown))
    }
})

test('a money call is idempotent and audited', () => {
  for (const [name, call] of allCalls())
    if (/settle$|cancel$/.test(name)) expect([name, call.idempotent, !!call.audit]).toEqual([name, true, true])
})

test('the permission rule: super sees all, deny lists win over grants, buttons need their pair', () => {
  const clerk = {
    isSuperAdmin: false,
    isAdminUser: false,
    menus: ['SwipingCard', 'MedicalDll', 'OperationLog'],
    buttons: [{ menuCode: 'SwipingCard', buttonCode: 'settle' }],
  }
  expect(can(clerk, { menuCode: 'SwipingCard' })).toBe(true)
  expect(can(clerk, { menuCode: 'SwipingCard', buttonCode: 'settle' })).toBe(true)
  expect(can(clerk, { menuCode: 'SwipingCard', buttonCode: 'print' })).toBe(false)
  expect(can(clerk, { menuCode: 'MedicalDll' })).toBe(false)
  expect(can(clerk, { menuCode: 'OperationLog' })).toBe(false)
  expect(can({ ...clerk, isAdminUser: true }, { menuCode: 'OperationLog' })).toBe(true)
  expect(can({ ...clerk, isSuperAdmin: true }, { menuCode: 'MedicalDll', buttonCode: 'push' })).toBe(true)
})
