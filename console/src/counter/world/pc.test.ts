import { expect, test } from 'vitest'
import { pcSettings } from './pc.ts'

const shelf = (text?: string) => {
  let kept = text ?? null
  return {
    getItem: () => kept,
    setItem: (_: string, value: string) => {
      kept = value
    },
  }
}

test('a PC keeps its settings; rubbish and a forbidden storage mean the standard', () => {
  const store = shelf()
  const one = pcSettings(() => store)
  expect(one.get()).toEqual({ leftHanded: false, sound: true })
  let heard = 0
  const stop = one.subscribe(() => {
    heard += 1
  })
  one.change({ leftHanded: true })
  stop()
  one.change({ sound: false })
  expect(heard).toBe(1)
  expect(pcSettings(() => store).get()).toEqual({ leftHanded: true, sound: false })
  expect(pcSettings(() => shelf('{"sound":"no')).get().sound).toBe(true)
  const forbidden = pcSettings(() => {
    throw new Error('SecurityError')
  })
  forbidden.change({ leftHanded: true })
  expect(forbidden.get().leftHanded).toBe(true)
})
