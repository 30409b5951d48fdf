import { expect, test } from 'vitest'
import { yesterdayLook } from './look.ts'

test('yesterday in a word', () => {
  expect(yesterdayLook({ state: '3', differences: 4 })).toMatchObject({ tone: 'harm', text: '✕ 不平 4 笔' })
  expect(yesterdayLook({ state: '2', differences: 0 }).tone).toBe('good')
  expect(yesterdayLook({ state: '0', differences: 0 }).tone).toBe('warn')
})
