import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { compareFiles, type FileDifference } from './compare.ts'
import { resultLayout, uploadLayout } from './layout.ts'

const folder = mkdtempSync(join(tmpdir(), 'yibao-compare-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let written = 0
const file = (text: string): string => {
  const path = join(folder, `${++written}.txt`)
  writeFileSync(path, text)
  return path
}

const all = async (local: string, centre: string, options = {}): Promise<FileDifference[]> => {
  const found: FileDifference[] = []
  for await (const one of compareFiles({ local: file(local), centre: file(centre), ...options })) found.push(one)
  return found.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

/** The same by maps and strings: lists of equal keys are paired in the file's order. */
const naive = (local: string, centre: string): FileDifference[] => {
  const rows = (text: string) =>
    text
      .split('\n')
      .filter(Boolean)
      .map((line) => ({ line, cells: line.split('\t') }))
  const key = (cells: string[]) => `${cells[0]}\t${cells[6]}`
  const waiting = new Map<string, ReturnType<typeof rows>>()
  for (const row of rows(local)) waiting.set(key(row.cells), [...(waiting.get(key(row.cells)) ?? []), row])
  const found: FileDifference[] = []
  for (const { line, cells } of rows(centre)) {
    const mine = waiting.get(key(cells))?.shift()
    if (!mine) found.push({ kind: 'centreOnly', local: undefined, centre: line })
    else if ([3, 4, 5].some((i) => Number(mine.cells[i]) !== Number(cells[i])))
      found.push({ kind: 'amounts', local: mine.line, centre: line })
  }
  for (const list of waiting.values())
    for (const { line } of list) found.push({ kind: 'localOnly', local: line, centre: undefined })
  return found.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
}

/** A small generator with a seed: the same data at every run. */
const randomOf = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}

const randomFile = (random: () => number, rows: number): string => {
  const pick = (n: number) => Math.floor(random() * n)
  return Array.from({ length: rows }, () => {
    const refunded = pick(5) === 0
    const amount = `${refunded ? '-' : ''}${pick(3)}.${pick(2) ? '50' : '5'}`
    const [fund, account] = [pick(2) ? '0.00' : '0.01', pick(2) ? '0.00' : '1.00']
    return `3205A${pick(rows)}\tM${pick(9)}\tP𠮷\t${amount}\t${fund}\t${account}\t${refunded ? 1 : 0}\n`
  }).join('')
}

test.each([1, 2, 3, 4, 5, 6, 7, 8])('agrees with the naive comparison on random data, seed %i', async (seed) => {
  const random = randomOf(seed)
  const [local, centre] = [randomFile(random, 400), randomFile(random, 400)]
  const expected = naive(local, centre)
  expect(expected.length).toBeGreaterThan(100)
  expect(await all(local, centre)).toEqual(expected)
  expect(await all(local, centre, { threads: 1 })).toEqual(expected)
})

const row = (setlId: string, total: string, refunded = '0') => `${setlId}\tM1\tP1\t${total}\t0.00\t0.00\t${refunded}`

test('numbers whose hashes collide are still different numbers', async () => {
  // FNV-1a of 32 bits gives the same value for these two texts.
  const fnv = (text: string) =>
    [...text].reduce((hash, one) => Math.imul(hash ^ one.charCodeAt(0), 0x01000193), 0x811c9dc5) >>> 0
  expect(fnv('costarring')).toBe(fnv('liquid'))
  expect(await all(row('costarring', '1.00'), row('liquid', '1.00'))).toEqual([
    { kind: 'centreOnly', local: undefined, centre: row('liquid', '1.00') },
    { kind: 'localOnly', local: row('costarring', '1.00'), centre: undefined },
  ])
})

test('a settlement and its reversal under one number are two rows; amounts are equal by value, to the fen', async () => {
  const local = [row('A', '12.50'), row('A', '-12.50', '1'), row('B', 'null'), row('C', '0.10')].join('\n')
  const centre = [row('A', '-12.5', '1'), row('A', '012.500'), row('B', '0'), row('C', '0.11')].join('\r\n')
  expect(await all(local, `${centre}\r\n\r\n`)).toEqual([
    { kind: 'amounts', local: row('C', '0.10'), centre: row('C', '0.11') },
  ])
})

test('empty files, and files of another layout', async () => {
  expect(await all('', '')).toEqual([])
  expect(await all('', `${row('A', '1.00')}\n`)).toHaveLength(1)
  const result = 'P1\tM1\tA\tmsg\t0\t0\tnull\t1.00\t0.00\t0.00\n'
  expect(await all(row('A', '1.00'), result, { localLayout: uploadLayout, centreLayout: resultLayout })).toEqual([])
})

test.each([
  ['0.1', '0.11'],
  ['12.50', '-12.50'],
])('%s is not %s, be it the beginning of it', async (ours, theirs) => {
  const [local, centre] = [row('A', ours, '1'), row('A', theirs, '1')]
  expect(await all(local, centre)).toEqual([{ kind: 'amounts', local, centre }])
  expect(await all(centre, local)).toEqual([{ kind: 'amounts', local: centre, centre: local }])
})

test('more rows than a table begins with, and lines behind the sixteenth million of bytes', async () => {
  const visit = 'M'.repeat(60_000)
  const rows = (n: number, from = 0) => Array.from({ length: n }, (_, i) => row(`A${from + i}`, '1.00'))
  const long = rows(300, 90_000).map((line) => line.replace('M1', visit))
  const [local, centre] = [
    [...rows(5000), ...long],
    [...rows(5000), ...long.slice(0, -1)],
  ].map((one) => one.join('\n'))
  expect(await all(local!, centre!, { threads: 1 })).toEqual([
    { kind: 'localOnly', local: long.at(-1), centre: undefined },
  ])
})

test('a line with too few columns ends the comparison', async () => {
  for (const line of ['A\tM1\tP1\t1.00\n', `${row('A', '1.00').slice(0, -2)}\n`])
    await expect(all(row('A', '1.00'), line)).rejects.toThrow('中心文件第 0 字节处的行缺列')
})
