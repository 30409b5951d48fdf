import { inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { opened } from '../../../../tools/opened.ts'
import { fieldsOf } from '../message/standard.ts'
import { linesOfFile, wholeCatalogue } from '../national/files.ts'
import { catalogueFile } from '../transactions/catalogue.ts'
import { handlers } from '../transactions/handlers.ts'
import { makeClient, START, startTestCentre } from './client.ts'

const fileTransactions = Object.keys(handlers).filter((infno) => handlers[infno] === catalogueFile)

const centre = opened(() => startTestCentre({ catalogueRows: 2500 }))

const signedIn = async (code?: string) => {
  const client = makeClient(centre.url, code, () => centre.time.now)
  await client.signIn()
  return client
}
type Client = Awaited<ReturnType<typeof signedIn>>

interface Ticket {
  file_qury_no: string
  data_cnt: number | string
}
const ask = async (client: Client, infno: string, ver: string): Promise<Ticket> => {
  const { output } = await client.call(infno, { data: { ver } })
  return output as unknown as Ticket
}

const fetchLines = async (client: Client, file_qury_no: string, fixmedins_code: string): Promise<string[]> => {
  const input = { fsDownloadIn: { file_qury_no, filename: 'plc', fixmedins_code } }
  const response = await client.post(JSON.stringify(client.message('9102', input)), '9102')
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.subarray(0, 2).toString(), bytes.subarray(0, 300).toString()).toBe('PK')
  const start = 30 + bytes.readUInt16LE(26)
  return inflateRawSync(bytes.subarray(start, start + bytes.readUInt32LE(18)))
    .toString()
    .trimEnd()
    .split('\n')
}

test.each(fileTransactions)('%s is a file of as many lines and columns as the standard says', async (infno) => {
  const client = await signedIn()
  const { file_qury_no, data_cnt } = await ask(client, infno, '0')
  const lines = await fetchLines(client, file_qury_no, '0')
  expect(lines.length).toBe(Number(data_cnt))
  const fields = fieldsOf(infno, 'file', 'downloaded file', 'JX')
  for (const line of lines) expect(line.split('\t').length, line).toBe(fields.length)
  const version = fields.findIndex(({ name }) => name === 'ver')
  expect(lines.every((line) => /^F001_\d{8}_A$/.test(line.split('\t')[version]!))).toBe(true)
})

test('every file of the standard is played', () => {
  expect(fileTransactions.length).toBe(13)
})

test('a second question gets the rows newer than its version only, and the same file again while it lasts', async () => {
  const client = await signedIn()
  const all = await ask(client, '1301', '0')
  expect((await ask(client, '1301', '0')).file_qury_no).toBe(all.file_qury_no)
  const newer = await ask(client, '1301', 'F001_20260301_A')
  expect(Number(newer.data_cnt)).toBeGreaterThan(0)
  expect(Number(newer.data_cnt)).toBeLessThan(Number(all.data_cnt) / 10)
  const lines = await fetchLines(client, newer.file_qury_no, 'F001_20260301_A')
  expect(lines.every((line) => line.includes('F001_20260901_A'))).toBe(true)
  expect(await ask(client, '1301', 'F001_20260901_A')).toMatchObject({ data_cnt: 0, file_qury_no: '' })
  centre.time.now = Date.UTC(2026, 11, 2)
  const later = await signedIn()
  expect(Number((await ask(later, '1301', 'F001_20260901_A')).data_cnt)).toBeGreaterThan(0)
  centre.time.now = START
})

test('Hunan wants the word plc, Jiangxi the version; another institution gets nothing', async () => {
  const hunan = await signedIn('P43010200001')
  const { file_qury_no } = await ask(hunan, '1309', '0')
  expect((await fetchLines(hunan, file_qury_no, 'plc')).length).toBeGreaterThan(4)
  const refused = await hunan.call('9102', {
    fsDownloadIn: { file_qury_no, filename: 'plc', fixmedins_code: '0' },
  })
  expect([refused.infcode, refused.err_msg]).toEqual([-1, expect.stringContaining('应为 plc')])
  const jiangxi = await signedIn()
  const foreign = await jiangxi.call('9102', { fsDownloadIn: { file_qury_no, filename: 'plc', fixmedins_code: '0' } })
  expect(foreign.err_msg).toContain('文件不存在')
})

test('the whole catalogue has 250 000 rows, codes of the right shapes and none of them twice', () => {
  const shapes: Record<string, RegExp> = {
    '1301': /^[XZ][A-Z]\w{21}$/,
    '1302': /^T\d{9}$/,
    '1303': /^M32\d{17}$/,
    '1305': /^\d{15}-\d{9}$/,
    '1306': /^C\d{19}$/,
    '1307': /^[A-Z]\d\d\.\d/,
    '1308': /^\d\d\.\d{4}x\d{3}$/,
    '1309': /^M\d{5}$/,
    '1310': /^B\d{5}$/,
    '1311': /^R\d{5}$/,
    '1313': /^M8\d{4}\/\d$/,
    '1314': /^A\d\d\.\d\d\.\d\d$/,
    '1315': /^B\d\d\.\d\d\.\d\d\.$/,
  }
  const places: Record<string, number> = {
    '1307': 10,
    '1308': 10,
    '1310': 1,
    '1311': 1,
    '1313': 1,
    '1314': 5,
    '1315': 5,
  }
  let total = 0
  const ask = { area: '320500', since: '0', today: '2027-12-31', rows: wholeCatalogue }
  for (const infno of fileTransactions) {
    const codes = [...linesOfFile(infno, ask)].map((line) => line.split('\t')[places[infno] ?? 0]!)
    expect(codes.filter((code) => !shapes[infno]!.test(code)).slice(0, 3), infno).toEqual([])
    expect(new Set(codes).size, infno).toBe(codes.length)
    total += codes.length
  }
  expect(total).toBe(wholeCatalogue)
})

test('the paged queries give every row once, page by page, and fields as the area sends them', async () => {
  const client = await signedIn()
  for (const infno of ['1304', '1312', '1316', '1317', '1318', '1319']) {
    const rids: unknown[] = []
    for (let page = 1; ; page++) {
      const query = { updt_time: '2020-01-01', page_num: page, page_size: 50 }
      const { output, err_msg } = await client.call(infno, { data: query })
      const rows = output as unknown as { rid: string }[]
      expect(Array.isArray(rows), `${infno} ${err_msg}`).toBe(true)
      rids.push(...rows.map(({ rid }) => rid))
      if (rows.length < 50) break
    }
    expect(rids.length, infno).toBeGreaterThan(1)
    expect(new Set(rids).size, infno).toBe(rids.length)
  }
  const cap = await client.call('1318', { data: { updt_time: '2020-01-01', page_num: 1, page_size: 1 } })
  expect((cap.output as unknown as { hilist_pric_uplmt_amt: number }[])[0]!.hilist_pric_uplmt_amt).toBe(10)
})

test('3301 puts a mapping down, 1317 shows it, 3302 takes it back once', async () => {
  const client = await signedIn('P32050100002')
  const mapping = {
    ...{ fixmedins_hilist_id: 'NEW1', fixmedins_hilist_name: '新品', list_type: '101' },
    ...{ med_list_codg: 'XJ01AAA001A001010200001', begndate: '2026-01-01', enddate: '2099-12-31' },
  }
  const own = async () =>
    (
      await client.call('1317', {
        data: { updt_time: '2020-01-01', page_num: 1, page_size: 10, medins_list_codg: 'NEW1' },
      })
    ).output as unknown as { med_list_codg: string }[]
  expect((await client.call('3301', { data: [mapping] })).infcode).toBe(0)
  expect(await own()).toMatchObject([{ med_list_codg: mapping.med_list_codg }])
  const { fixmedins_hilist_id, list_type, med_list_codg } = mapping
  const back = { fixmedins_code: 'P32050100002', fixmedins_hilist_id, list_type, med_list_codg }
  expect((await client.call('3302', { data: back })).infcode).toBe(0)
  expect(await own()).toEqual([])
  expect((await client.call('3302', { data: back })).err_msg).toContain('不存在')
  const many = Array.from({ length: 101 }, (_, i) => ({ ...mapping, fixmedins_hilist_id: `N${i}` }))
  expect((await client.call('3301', { data: many })).err_msg).toContain('100')
})
