import { expect, test } from 'vitest'
import { gramsOf } from './grams.ts'
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
