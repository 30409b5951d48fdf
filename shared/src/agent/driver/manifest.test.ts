import { expect, test } from 'vitest'
import { isPackagePath } from './package.ts'
import { ManifestProblem, parseManifest, readManifestText } from './read-manifest.ts'

const read = { class: 'read', timeoutMs: 1000, params: [], returns: { type: 'i32', ok: [0] } }
const buffer = { name: 'out', dir: 'out', type: 'buf', bytes: 64 }
const good = {
  ...{ id: 'x1', name: 'x', version: '1.0.0', kind: 'socialCard', bits: 32 },
  files: { 'win32-ia32': { file: 'x.dll' } },
  functions: { Read: read },
}
const fromUrl = { init: [{ fn: 'Read', args: { p: { json: { url: { from: 'settings.url' } } } } }] }
const problemOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof ManifestProblem) return error.message
    throw error
  }
  return undefined
}
const withFunction = (change: object) => ({ ...good, functions: { Read: { ...read, ...change } } })

test('a manifest without a fault is taken', () => {
  expect(problemOf(() => parseManifest(good))).toBeUndefined()
})

// Whoever wrote or unpacked a driver.json reads Chinese, and finds the place.
test.each([
  ['no object', [], '驱动说明：应为一组字段，没有填写或类型不对'],
  ['nothing there', { ...good, name: undefined }, 'name：应为文字（带引号），没有填写或类型不对'],
  ['an id that is a path', { ...good, id: '../x' }, 'id：应为驱动编号（小写字母、数字和连字符）'],
  ['another kind', { ...good, kind: 'tv' }, 'kind：只能是 "socialCard"、"eVoucher"、"idCard"、"settlement"、"printer"'],
  ['a word nobody knows', { ...good, timeout: 5 }, '驱动说明：不认识的字段：timeout'],
  [
    'a timeout that no call is given',
    withFunction({ timeoutMs: 280_001 }),
    'functions.Read.timeoutMs：不能大于 280000',
  ],
  [
    'a parameter type that is not ours',
    withFunction({ params: [{ name: 'p', dir: 'in', type: 'void *' }] }),
    'functions.Read.params[0].type：',
  ],
  ['a predicate that is none', withFunction({ returns: { type: 'i32', ok: '=0' } }), 'functions.Read.returns.ok：'],
  ['a success that is no list', withFunction({ returns: { type: 'i32', ok: 0 } }), 'ok：应为列表，或文字（带引号）'],
  [
    'a decoding that is a word',
    withFunction({ params: [{ ...buffer, decode: 'text' }] }),
    'decode：应为"cstr"、"bytes"，或一组字段',
  ],
  [
    'a code of its own for an error',
    { ...good, errors: { '-2': { code: 'NO_CARD', text: '无卡' } } },
    'errors.-2.code：应为助手的代码，如 CARD_NONE、',
  ],
  ['a task nobody knows', { ...good, tasks: { fly: { steps: [{ fn: 'Read' }], result: {} } } }, 'tasks.fly：'],
  ['a step without its function', { ...good, init: [{ fn: 'Init' }] }, '步骤调用了没有定义的函数 Init'],
  [
    'an argument from a setting that it does not have',
    { ...withFunction({ params: [{ name: 'p', dir: 'in', type: 'str', maxBytes: 9 }] }), ...fromUrl },
    '步骤取 settings.url，没有这个参数或步骤',
  ],
  [
    'a result of a step that is not made',
    { ...good, tasks: { 'read.idCard': { steps: [{ fn: 'Read' }], result: { card: { name: 'Reed.out' } } } } },
    '结果取 Reed.out，没有这个步骤',
  ],
  ['a name twice', withFunction({ params: [buffer, buffer] }), 'Read 有重名的参数'],
  [
    'a size of nothing',
    withFunction({ params: [{ name: 'n', dir: 'in', type: 'i32', sizeOf: 'out' }] }),
    'Read 的 out 不是缓冲区，取不到大小',
  ],
  [
    'a rule that does not compile',
    withFunction({ params: [{ ...buffer, decode: { text: '(' } }] }),
    'Read 的 out 有不能用的匹配规则',
  ],
  ['an error text from nowhere', withFunction({ errorText: 'out' }), 'Read 没有缓冲区 out，取不到错误文字'],
  ['neither library nor simulator', { ...good, files: undefined }, '必须写明动态库文件 files 或模拟器 simulator'],
])('a manifest with %s says so in Chinese', (_, manifest, words) => {
  const said = problemOf(() => parseManifest(manifest))
  expect(said).toContain(words)
  expect(said).not.toMatch(/[A-Za-z]+ (input|expected|must|is) /)
})

test.each([
  ['nothing', '', 'driver.json 是空的'],
  ['half of it', '{"id": "x", "functions": {', '没有写完'],
  ['a comma too few', '{\n  "id": "x"\n  "name": "y"\n}', '第 3 行'],
  ['a comma too many', '{\n  "id": "x",\n}', '第 3 行'],
  ['an open quote', `{\n  "id": "x",\n  "name": y",\n  "long": "${'z'.repeat(60)}"\n}`, '第 3 行'],
])('a text of %s names the line', (_, text, words) => {
  const said = problemOf(() => readManifestText(text))
  expect(said).toContain(words)
  expect(said).not.toMatch(/JSON\.parse|token|Unexpected/)
})

test('a byte order mark, as Windows editors write it, is no fault', () => {
  expect(readManifestText('\uFEFF{"id":"x"}')).toEqual({ id: 'x' })
})

test.each(['SSCard.dll', 'lib/中文.dll', 'a/b/c.ini', '读卡器 v2.dll'])('%s may be in a package', (path) => {
  expect(isPackagePath(path)).toBe(true)
})
test.each([
  ...['', '/etc/passwd', '../x.dll', 'a/../../x', 'a\\b.dll', 'C:x.dll', '.hidden', 'a//b', 'a/b/c/d'],
  ...['con', 'NUL.dll', 'x/aux', 'x.', 'x ', 'a\nb', 'a\0b'],
])('%j may not', (path) => {
  expect(isPackagePath(path)).toBe(false)
})
