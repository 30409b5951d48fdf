import { createHash } from 'node:crypto'
import { unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { resultRows, uploadText, uploadZip } from './files.ts'
import { changsha, suzhou } from './test/fixtures.ts'
import { linesOf, piecesOf } from './zip.ts'

const row = { setlId: '320500A1', mdtrtId: '320500M1', psnNo: '32050000000000000001' }
const pair = [
  { ...row, total: 8560, fundTotal: 0, account: 6000, refunded: false },
  { ...row, setlId: '', total: -8560, fundTotal: 0, account: -6000, refunded: true },
]
const text =
  '320500A1\t320500M1\t32050000000000000001\t85.60\t0.00\t60.00\t0\n' +
  'null\t320500M1\t32050000000000000001\t-85.60\t0.00\t-60.00\t1\n'

test('an upload is seven columns, TAB, LF, null', () => {
  expect(uploadText(pair, suzhou)).toBe(text)
  expect(uploadText([], suzhou)).toBe('')
})

test('zipped as one TXT', () => {
  const entries = unzipSync(uploadZip('P32050100001_20241024', pair, suzhou))
  expect(Object.keys(entries)).toEqual(['P32050100001_20241024.txt'])
  expect(Buffer.from(entries['P32050100001_20241024.txt']!).toString('utf8')).toBe(text)
})

const P = '32050000000000000001'
const M = 'P32050100001202410241032000007'
const zip = (content: string) => zipSync({ 'r.txt': Buffer.from(content, 'utf8') })
const rowsOf = (content: string, profile = suzhou) => [...resultRows(zip(content), profile)]

test('a centre-only row in ten columns', () => {
  expect(rowsOf(`${P}\tnull\tnull\t${M}\t1\t0\t中心多䶮\t33.00\t0.00\t33.00\n`)).toEqual([
    {
      ...{ psnNo: P, mdtrtId: '', setlId: '', msgid: M, code: '1', diff: 'centreOnly', refunded: false },
      ...{ memo: '中心多䶮', total: 3300, fundTotal: 0, account: 3300 },
    },
  ])
})

test('seven columns: which side is missing follows from setl_id', () => {
  const lines = `${P}\tM\tS\t${M}\t1\t1\tnull\n${P}\tnull\tnull\t${M}\t1\t0\tnull\n${P}\tM\tS\t${M}\t0\t0\tnull`
  const found = rowsOf(lines, changsha)
  expect(found).toMatchObject([{ diff: 'unclear', refunded: true }, { diff: 'centreOnly' }, { diff: 'balanced' }])
  expect(found[0]).toMatchObject({ memo: undefined, total: undefined })
})

test('mark, CRLF, empty lines, extra and cut columns are tolerated; a broken line is named', () => {
  const found = rowsOf(`\uFEFF${P}\tM\tS\t${M}\t3\t0\tx\t1\t2\t3\textra\r\n\r\n${P}\tM\n${P}\tM\tS\t${M}\t2\t0`)
  expect(found).toMatchObject([{ diff: 'different', account: 300 }, { line: 2 }, { diff: 'localOnly' }])
  expect(found[0]).toHaveProperty('psnNo', P)
})

test('an area that counts the account among the funds is given it so, and what it lists loses it', () => {
  const guangzhou = { ...suzhou, fundIncludesAcct: true }
  const funds = (rows: string) => rows.split('\n').map((line) => line.split('\t')[4])
  expect(funds(uploadText(pair, guangzhou))).toEqual(['60.00', '-60.00', undefined])
  expect(rowsOf(`${P}\tM\tS\t${M}\t3\t0\tnull\t85.60\t60.00\t60.00`, guangzhou)).toMatchObject([
    { total: 8560, fundTotal: 0, account: 6000 },
  ])
})

test('a refund that the centre lists with positive amounts is one all the same', () => {
  const listed = (sign: string) => rowsOf(`${P}\tnull\tnull\t${M}\t1\t1\tnull\t${sign}33.00\t0.00\t${sign}3.00`)
  const refund = [{ refunded: true, total: -3300, fundTotal: 0, account: -300 }]
  expect(listed('')).toMatchObject(refund)
  expect(listed('-')).toMatchObject(refund)
})

test('another order of columns is a matter of the profile', () => {
  const resultColumns = ['psn_no', 'mdtrt_id', 'setl_id', 'msgid', 'refd_setl_flag', 'stmt_rslt']
  expect([...resultRows(zip(`${P}\tM\tS\t${M}\t1\t2`), { ...suzhou, resultColumns })]).toMatchObject([
    { code: '2', refunded: true },
  ])
})

test('a plain TXT is read like a zipped one', () => {
  expect([...resultRows(Buffer.from(`${P}\tM\tS\t${M}\t2\t0\n`), suzhou)]).toMatchObject([{ code: '2' }])
})

test('a large file comes out whole, characters cut between pieces included', () => {
  const line = (i: number) => `${P}\tM${i}\tS${i}\t${M}\t3\t0\t金额不一致𠮷${i % 7}\t1.00\t0.00\t${i % 10}.0${i % 10}`
  const content = Array.from({ length: 30_000 }, (_, i) => line(i)).join('\n')
  const found = rowsOf(content)
  expect(found).toHaveLength(30_000)
  expect(found.every((r, i) => 'memo' in r && r.setlId === `S${i}` && r.memo === `金额不一致𠮷${i % 7}`)).toBe(true)
})

test('a ZIP that was cut is an error, not a short file', () => {
  const noise = Array.from({ length: 5000 }, (_, i) => `${P}\tM\tS${i * 7919}\t${M}\t3\t0\n`).join('')
  const whole = zip(noise)
  expect(() => [...resultRows(whole.subarray(0, whole.length >> 1), suzhou)]).toThrow()
})

test('a ZIP without a file is an error, not an empty result, and so is no content at all', () => {
  expect(() => [...resultRows(zipSync({}), suzhou)]).toThrow('对账文件不完整')
  expect(() => [...resultRows(zipSync({ 'P32050100001/': new Uint8Array() }), suzhou)]).toThrow('对账文件不完整')
  expect(() => [...resultRows(Buffer.alloc(0), suzhou)]).toThrow('文件是空的')
})

test('a ZIP whose content is not what its directory says is an error: a changed digit would be another amount', () => {
  const line = `${P}\tM\tS\t${M}\t3\t0\tx\t85.60\t0.00\t60.00\n`
  const content = Buffer.from(zipSync({ 'r.txt': Buffer.from(line) }, { level: 0 }))
  expect([...resultRows(content, suzhou)]).toMatchObject([{ total: 8560 }])
  content[content.indexOf('85.60')] = 0x39
  expect(() => [...resultRows(content, suzhou)]).toThrow('对账文件不完整')
})

test('a ZIP that was cut between two of its files is an error, not the first of them', () => {
  const line = (setl: string) => Buffer.from(`${P}\tM\t${setl}\t${M}\t2\t0\n`)
  const one = zipSync({ '1.txt': line('S1') })
  const two = zipSync({ '1.txt': line('S1'), '2.txt': line('S2') })
  // Where the directory of the shorter begins, the second file of the longer does.
  const cut = two.subarray(0, one.indexOf(0x50, 40))
  expect(Buffer.from(two.subarray(cut.length, cut.length + 4))).toEqual(Buffer.from('PK\x03\x04'))
  expect(() => [...resultRows(cut, suzhou)]).toThrow('对账文件不完整')
})

test('a small file that unpacks without end is given up, and so is one that has no line ends', () => {
  const bomb = zipSync({ 'r.txt': new Uint8Array(3_000_000).fill(10) })
  expect(bomb.length).toBeLessThan(10_000)
  expect(() => [...piecesOf(bomb, 2_999_999)]).toThrow('文件解压后过大')
  expect([...piecesOf(bomb, 3_000_000)].reduce((sum, { length }) => sum + length, 0)).toBe(3_000_001)
  const endless = function* () {
    for (let n = 0; n < 100; n += 1) yield Buffer.alloc(64 * 1024, 'x')
  }
  expect(() => [...linesOf(endless())]).toThrow('文件的一行过长')
})

test('every file of a ZIP is read, whatever folder it lies in; the last line of one is no part of the next', () => {
  const line = (setl: string) => Buffer.from(`\uFEFF${P}\tM\t${setl}\t${M}\t2\t0`)
  const content = zipSync({
    'P32050100001/': new Uint8Array(),
    'P32050100001/none.txt': new Uint8Array(),
    'P32050100001/1.txt': line('S1'),
    'P32050100001/2.txt': line('S2'),
  })
  expect([...resultRows(content, suzhou)]).toMatchObject([
    { psnNo: P, setlId: 'S1' },
    { psnNo: P, setlId: 'S2' },
  ])
})

test('a file of GB 18030 is read as such, and NULL is as empty as null', () => {
  // 数据不一致 in GB 18030.
  const memo = Buffer.from('cafdbeddb2bbd2bbd6c2', 'hex')
  const content = Buffer.concat([Buffer.from(`${P}\tNULL\tNULL\t${M}\t1\t0\t`), memo, Buffer.from('\n')])
  expect([...resultRows(content, suzhou)]).toMatchObject([{ diff: 'centreOnly', setlId: '', memo: '数据不一致' }])
})

test('a file of GB 18030 whose first Chinese stands far behind is read as such', () => {
  // Numbers that do not pack well: the file comes in several pieces, the first ones all ASCII.
  const line = (n: number, memo: Uint8Array) => {
    const msgid = createHash('sha256').update(String(n)).digest('hex')
    return Buffer.concat([Buffer.from(`${P}\tnull\tnull\t${msgid}\t1\t0\t`), memo, Buffer.from('\n')])
  }
  const memo = Buffer.from('cafdbeddb2bbd2bbd6c2', 'hex')
  const lines = Array.from({ length: 5000 }, (_, n) => line(n, Buffer.from('ok')))
  const content = zipSync({ 'r.txt': Buffer.concat([...lines, line(5000, memo)]) })
  const rows = [...resultRows(content, suzhou)]
  expect([rows.length, rows[0], rows.at(-1)]).toMatchObject([5001, { memo: 'ok' }, { memo: '数据不一致' }])
})
