import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cached } from './cache.ts'

const folder = mkdtempSync(join(tmpdir(), 'yb-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the same parts are made once, a step that fails leaves nothing', async () => {
  const parts = ['a test', folder]
  let made = 0
  const make = (text: string) => async (file: string) => {
    made++
    writeFileSync(file, text)
    if (text === 'cut short') throw new Error('stopped')
  }
  await expect(cached(parts, join(folder, 'x'), make('cut short'))).rejects.toThrow('stopped')
  await cached(parts, join(folder, 'deep', 'y'), make('whole'))
  await cached(parts, join(folder, 'z'), make('again'))
  expect([made, readFileSync(join(folder, 'deep', 'y'), 'utf8'), readFileSync(join(folder, 'z'), 'utf8')]).toEqual([
    ...[2, 'whole', 'whole'],
  ])
})
