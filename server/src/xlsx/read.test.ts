import { unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { readSheet } from './read.ts'
import { type Cell, xlsxBytes } from './write.ts'

const sheet = (rows: Cell[][]) =>
  xlsxBytes([{ name: '商品', columns: ['编码', '价格'].map((title) => ({ title, width: 10 })), rows: [rows] }])

/** A workbook whose sheet holds something else besides. */
const withXml = async (xml: string) => {
  const parts = unzipSync(await sheet([['A1', { number: '1' }]]))
  const path = 'xl/worksheets/sheet1.xml'
  const text = Buffer.from(parts[path]!).toString().replace('</sheetData>', `${xml}</sheetData>`)
  return zipSync({ ...parts, [path]: Buffer.from(text) })
}

const refusal = (bytes: Uint8Array) =>
  readSheet(bytes).then(
    () => undefined,
    (error: Error) => error.message,
  )

const cell = (address: string) => `<row r="3"><c r=${address} t="inlineStr"><is><t>𠮷</t></is></c></row>`

test('a sheet is read as people see it; a number has the 15 digits that Excel gives it', async () => {
  const rows: Cell[][] = [
    ['䶮1', { number: '0.30000000000000004' }],
    ['A2', { number: '12.5' }],
    [undefined, { amount: '-0.10' }],
  ]
  expect(await readSheet(await sheet(rows))).toEqual([
    ['编码', '价格'],
    ['䶮1', '0.3'],
    ['A2', '12.5'],
    ['', '-0.1'],
  ])
})

test.each([
  ['far away', `<row r="20000"><c r="ALL20000" t="inlineStr"><is><t>z</t></is></c></row>`],
  ['far away in other quotes', `<row r='20000'><c r='ALL20000' t="inlineStr"><is><t>z</t></is></c></row>`],
  ['far below', '<row r="100001"><c r="A100001" s="3"><v>1</v></c></row>'],
  ['below nothing but rows', '<row></row>'.repeat(100_001)],
])('a cell %s is refused before what lies in front of it is made', async (_, xml) => {
  expect(await refusal(await withXml(xml))).toContain('请删除数据以外的行和列')
})

test('while a sheet is read the process does what else there is to do', async () => {
  const bytes = await sheet(Array.from({ length: 5000 }, (_, i): Cell[] => [`A${i}`, { number: String(i) }]))
  let turns = 0
  let reading = true
  const turn = () => {
    turns++
    if (reading) setImmediate(turn)
  }
  turn()
  expect(await readSheet(bytes)).toHaveLength(5001)
  reading = false
  expect(turns).toBeGreaterThan(1000)
})

test('cells that only look like something, down to the last row, are none', async () => {
  const empty = '<row r="1048576" s="3" customFormat="1"><c r="A1048576" s="3"/><c s="3" r="XFD1048576" /></row>'
  expect(await readSheet(await withXml(empty))).toHaveLength(2)
  const hidden = '<row r="1048576"><c r="XFD1048576" x="/>" t="inlineStr"><is><t>z</t></is></c></row>'
  expect(await refusal(await withXml(hidden))).toContain('内容不能识别')
})

test('what stands aside is read, an address that is none is not', async () => {
  expect((await readSheet(await withXml(cell('"CV3"'))))[2]![99]).toBe('𠮷')
  expect(await refusal(await withXml(cell('"A1e7"')))).toContain('内容不能识别')
  expect(await refusal(await withXml(cell(`'zzz"3'`)))).toContain('内容不能识别')
})

test('what a cell says is no address, whatever it looks like', async () => {
  const text = '<row r="3"><c r="A3" t="inlineStr"><is><t>尺寸 r="大" c r="XFD1048576"</t></is></c></row>'
  expect((await readSheet(await withXml(text)))[2]![0]).toBe('尺寸 r="大" c r="XFD1048576"')
})

test.each([
  ['has no end', `<c${' r="A1"'.repeat(300_000)}`],
  ['ends far away', `<row r="3"><c${' s="1"'.repeat(300_000)} r="A3"><v>1</v></c></row>`],
  ['begins again and again', `<row r="3">${'<c r="A3" '.repeat(300_000)}<v>1</v></row>`],
])('a tag that %s is refused at once', async (_, xml) => {
  expect(await refusal(await withXml(xml))).toContain('内容不能识别')
})

test.each([
  ['with a prefix', '<row r="3"><c x:r="XFD3"><v>1</v></c></row><row r="100000"><c r="A100000"><v>1</v></c></row>'],
  ['by its row', '<row r="3"><c r="XFD3"><v>1</v></c></row><row r="100000"><c r="A4"><v>1</v></c></row>'],
])('a cell that is far away %s is counted there', async (_, xml) => {
  expect(await refusal(await withXml(xml))).toContain('请删除数据以外的行和列')
})

test('a sheet that takes too long is given up, and the next one is read', async () => {
  const bytes = await sheet([['A1', { number: '1' }]])
  const late = await readSheet(bytes, 1).catch((error: Error) => error.message)
  expect(late).toContain('1 分钟没有读完，请把数据分成几个文件再上传；文件不大的，约 5 分钟后再传一次')
  expect(await readSheet(bytes)).toHaveLength(2)
})

test('an archive that says less of its parts than it holds unfolds no more than it says', async () => {
  const bytes = Buffer.from(await withXml(cell('"A3"')))
  expect(await refusal(bytes)).toBeUndefined()
  // The size of each part in the list at the end.
  for (let at = bytes.indexOf('PK\x01\x02'); at >= 0; at = bytes.indexOf('PK\x01\x02', at + 4))
    bytes.writeUInt32LE(50, at + 24)
  expect(await refusal(bytes)).toContain('内容不能识别')
})

test('six are in the line; one more is refused instead of waiting behind them', async () => {
  const bytes = await sheet([['A1', { number: '1' }]])
  const answers = await Promise.all(Array.from({ length: 7 }, () => refusal(bytes)))
  expect(answers.filter(Boolean)).toEqual(['正在上传的文件太多，没有上传'])
  expect(await readSheet(bytes)).toHaveLength(2)
})
