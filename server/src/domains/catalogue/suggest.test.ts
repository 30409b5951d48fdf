import { expect, test } from 'vitest'
import { entryGrams, gramsOf } from './grams.ts'
import { alike, featuresOf, plain, similarityOf } from './similarity.ts'

test('texts are the same however they were typed', () => {
  expect(plain('（阿莫西林） 胶囊')).toBe(plain('阿莫西林胶囊'))
  expect(plain('0.25ｇ×24粒')).toBe(plain('0.25g*24粒'))
  expect(plain('0.25g')).not.toBe(plain('25g'))
})

test('likeness is 1 for the same, 0 for nothing in common, and in between by the pairs', () => {
  expect([alike('阿莫西林', '阿莫西林'), alike('阿莫西林', '布洛芬片'), alike('', '')]).toEqual([1, 0, 0])
  expect(alike('阿莫西林胶囊', '阿莫西林片')).toBeCloseTo((2 * 3) / 9)
})

test('the right pack of the right maker is more alike than another', () => {
  const own = featuresOf({ name: '阿莫西林胶囊', spec: '0.25g*24粒', producer: '苏中制药', dosageForm: '胶囊剂' })
  const same = { name: '阿莫西林胶囊', spec: '0.25g', producer: '苏中制药', dosageForm: '胶囊剂' }
  const right = similarityOf(own, featuresOf({ ...same, pack: '0.25g*24粒' }))
  const pack = similarityOf(own, featuresOf({ ...same, pack: '0.5g*50粒' }))
  const maker = similarityOf(own, featuresOf({ ...same, pack: '0.25g*24粒', producer: '岭南药业' }))
  expect(right).toBe(100)
  expect(pack).toBeLessThan(right)
  expect(maker).toBeLessThan(right)
})

test('pairs are exact numbers, each with its area', () => {
  const [one, ...rest] = gramsOf('659900', '莫西')
  expect(rest).toEqual([])
  expect(Number.isSafeInteger(one)).toBe(true)
  expect(one! % 2 ** 32).toBe('莫'.charCodeAt(0) * 65_536 + '西'.charCodeAt(0))
  expect(gramsOf('320500', '莫西')[0]).not.toBe(one)
  expect(gramsOf('320500', '莫 西', '，')).toEqual([])
})

test('about one code in sixteen is of the sample, whatever its name becomes; its pairs are there once more with a minus', () => {
  const codes = Array.from({ length: 4000 }, (_, i) => `XA01ABD075A0020101${String(i).padStart(5, '0')}`)
  const grams = codes.map((code) => entryGrams('320500', code, '莫西'))
  const [pair] = gramsOf('320500', '莫西')
  const sample = codes.filter((_, i) => grams[i]!.length > 1)
  expect(sample.length).toBeGreaterThan(4000 / 20)
  expect(sample.length).toBeLessThan(4000 / 13)
  for (const own of grams)
    expect(own.length === 1 ? own : [own[0], -own[1]!]).toEqual(own.length === 1 ? [pair] : [pair, pair])
  expect(sample.every((code) => entryGrams('320500', code, '甘䶮').length === 2)).toBe(true)
})
