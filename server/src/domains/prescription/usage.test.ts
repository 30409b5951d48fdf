import { expect, test } from 'vitest'
import { dosageIn } from './usage.ts'

test.each([
  ['口服 每次2片 每日三次 7天', { way: '口服', dose: '2片', frequency: '每日三次', days: 7 }],
  ['口服，一次0.25g，一日3次', { way: '口服', dose: '0.25g', frequency: '一日3次' }],
  // As a downloaded one is written (usageOf of 7203).
  ['口服 每次 0.5g 每日两次 14 天', { way: '口服', dose: '0.5g', frequency: '每日两次', days: 14 }],
  ['水煎服，每日一剂，分两次温服', { way: '水煎服', frequency: '每日一剂' }],
  ['外用 bid', { way: '外用', frequency: 'bid' }],
  ['每次1~2粒 睡前', { dose: '1~2粒', frequency: '睡前' }],
  ['吸入 每次2喷 每12小时1次', { way: '吸入', dose: '2喷', frequency: '每12小时1次' }],
  ['每次1贴 每3天1次', { dose: '1贴', frequency: '每3天1次' }],
  ['3天1次', undefined],
  ['遵医嘱', undefined],
  ['', undefined],
])('%s', (usage, said) => {
  expect(dosageIn(usage)).toEqual(said)
})
