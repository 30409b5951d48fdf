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
  expect(one.get()).toEqual({ leftHanded: false, sound: true, medium: 'socialCard' })
  let heard = 0
  const stop = one.subscribe(() => {
    heard += 1
  })
  one.change({ leftHanded: true })
  stop()
  one.change({ sound: false })
  expect(heard).toBe(1)
  expect(pcSettings(() => store).get()).toMatchObject({ leftHanded: true, sound: false })
  expect(pcSettings(() => shelf('{"sound":"no')).get().sound).toBe(true)
  const forbidden = pcSettings(() => {
    throw new Error('SecurityError')
  })
  forbidden.change({ leftHanded: true })
  expect(forbidden.get().leftHanded).toBe(true)
})

test('what F2 reads is what was read last at this PC, and never what is no medium', () => {
  const store = shelf()
  pcSettings(() => store).change({ medium: 'idCard' })
  expect(pcSettings(() => store).get().medium).toBe('idCard')
  expect(pcSettings(() => shelf('{"medium":"magnet"}')).get().medium).toBe('socialCard')
})
