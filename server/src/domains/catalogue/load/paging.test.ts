import { expect, test } from 'vitest'
import { pageRows, pagesFrom } from './paging.ts'

const rows = (count: number) => Array.from({ length: count }, (_, i) => ({ rid: String(i) }))

/** A centre of so many rows. `most` in one page; `beyond` = the page it answers for one that it does not have. */
const centreOf = (count: number, { most = 9999, beyond = 'none', whole = false } = {}) => {
  const all = rows(count)
  return async (page: number, size: number) => {
    const step = whole ? count : Math.min(size, most)
    const last = Math.max(1, Math.ceil(count / step))
    const shown = page <= last ? page : beyond === 'none' ? 0 : beyond === 'last' ? last : 1
    return shown ? all.slice((shown - 1) * step, shown * step) : []
  }
}

const read = async (ask: ReturnType<typeof centreOf>, done = 0) => {
  const found: string[] = []
  for await (const page of pagesFrom(ask, done)) found.push(...page.map(({ rid = '' }) => rid))
  return found
}

const counts = [0, 1, 99, 100, 101, pageRows - 1, pageRows, pageRows + 1, 1700]

test.each([
  ['as many as asked', {}],
  ['at most 100 in a page', { most: 100 }],
  ['at most 37 in a page', { most: 37 }],
  ['its last page beyond the end', { beyond: 'last' }],
  ['its last page beyond the end, at most 100', { beyond: 'last', most: 100 }],
  ['its first page beyond the end', { beyond: 'first' }],
  ['everything whatever is asked', { whole: true, beyond: 'first' }],
])('a centre that gives %s is read whole, each row once', async (_, options) => {
  for (const count of counts) {
    const ask = centreOf(count, options)
    const all = rows(count).map(({ rid }) => rid)
    expect(await read(ask), `${count} rows`).toEqual(all)
    for (const done of [1, 50, 100, 250, pageRows, 1234].filter((one) => one <= count))
      expect(await read(ask, done), `${count} rows, ${done} in`).toEqual(all.slice(done))
  }
})
