import { unzipSync } from 'fflate'
import readXlsx from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { type Cell, writeXlsx, xlsxBytes } from './write.ts'

const columns = [
  { title: '姓名', width: 10 },
  { title: '金额 & 数', width: 12 },
]
const read = async (bytes: Uint8Array, sheet = 1) =>
  (await readXlsx(Buffer.from(bytes))).map(({ data }) => data)[sheet - 1]

test('what was written is read again: odd names, markup, numbers, empty cells', async () => {
  const odd = '䶮𠮷 <b>&"_x0041_" \u0001换\n行'
  const bytes = await xlsxBytes([
    { name: '订单', columns, rows: [[[odd, { amount: '-12.50' }]], [[undefined, { number: '0.0001' }]]] },
  ])
  expect(await read(bytes)).toEqual([
    ['姓名', '金额 & 数'],
    ['䶮𠮷 <b>&"_x0041_" 换\n行', -12.5],
    [null, 0.0001],
  ])
  const sheet = Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml']!).toString('utf8')
  expect(sheet).toContain('<c r="B2" s="2"><v>-12.50</v></c>')
  expect(sheet).toContain('_x005F_x0041_')
})

test('what begins as a formula stays a text, and so does a number that is none', async () => {
  const said = ['=1+1', '+8613900000000', '-2', '@SUM(A1)', '\t=1', '|cmd']
  const rows: Cell[][] = [
    ...said.map((text): Cell[] => [text]),
    [{ number: '1</v></c><c r="C7"><f>1+1</f><v>2' }, { amount: 'NaN' }],
    [`${'长'.repeat(32_765)}𠮷`],
    ['𠮷'.repeat(20_000)],
  ]
  const bytes = await xlsxBytes([{ name: '字', columns, rows: [rows] }])
  const [, ...found] = (await readXlsx(Buffer.from(bytes), { trim: false }))[0]!.data
  expect(found.slice(0, said.length).map(([first]) => first)).toEqual(said)
  expect(found[said.length]).toEqual(['1</v></c><c r="C7"><f>1+1</f><v>2', 'NaN'])
  expect(found.at(-2)![0], 'as long as Excel takes').toBe(`${'长'.repeat(32_765)}𠮷`)
  expect(found.at(-1)![0], 'longer, and nobody takes it for whole').toMatch(/^(𠮷)+…（已截断，共 40000 字）$/u)
  expect(Buffer.from(unzipSync(bytes)['xl/worksheets/sheet1.xml']!).toString('utf8')).not.toContain('<f>')
})

test('a full sheet goes on in another with its head', async () => {
  const rows = Array.from({ length: 7 }, (_, i): Cell[] => [`第${i + 1}行`, { number: String(i) }])
  const parts: Uint8Array[] = []
  for await (const part of writeXlsx([{ name: '很长的名字'.repeat(8), columns, rows: [rows] }], 3)) parts.push(part)
  const bytes = Buffer.concat(parts)
  const sheets = await readXlsx(bytes)
  expect(sheets.map(({ data }) => data.length)).toEqual([4, 4, 2])
  expect(sheets[2]!.data).toEqual([
    ['姓名', '金额 & 数'],
    ['第7行', 6],
  ])
  expect(sheets.every(({ sheet }) => [...sheet].length <= 31)).toBe(true)
})

test('bytes leave before the rows have ended', async () => {
  let asked = 0
  async function* rows() {
    while (asked < 50) {
      asked++
      yield Array.from({ length: 500 }, (_, i): Cell[] => [`第 ${i} 行${'文'.repeat(50)}`, { number: '1' }])
    }
  }
  const first = await writeXlsx([{ name: '流', columns, rows: rows() }]).next()
  expect(first.value?.length).toBeGreaterThan(20)
  expect(asked, 'of 50 batches').toBeLessThan(10)
})
