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
  ['口服，连服 7 天，每日3次', { way: '口服', frequency: '每日3次', days: 7 }],
  ['口服 每日两次，疗程：14天', { way: '口服', frequency: '每日两次', days: 14 }],
  ['7天', { days: 7 }],
  // How often, how much or when, and not for how long.
  ['口服 每次1片 1日2-3次', { way: '口服', dose: '1片' }],
  ['每次1片 1日1～3次', { dose: '1片' }],
  ['每次1片 1天2~3次', { dose: '1片' }],
  ['口服 1日3片，分3次服', { way: '口服' }],
  ['口服 2日分3次服', { way: '口服' }],
  ['1日分3次服', undefined],
  ['口服，1日1片', { way: '口服' }],
  ['外用 2日1贴', { way: '外用' }],
  ['1日1贴', undefined],
  ['外用 1日', { way: '外用' }],
  ['外敷，每2-3日换药', { way: '外敷' }],
  ['每 2 - 3日', undefined],
  ['口服，12月3日复诊', { way: '口服' }],
  ['口服，复诊 12月 3日', { way: '口服' }],
  ['第1日2片', undefined],
  ['每周停1日', undefined],
  ['口服，连服5天，停2天', { way: '口服' }],
  ['口服，服 5 天，再服 7 天', { way: '口服' }],
  // Once in so many days, and not once a day.
  ['隔1日1次', { frequency: '隔1日1次' }],
  ['隔一日一次', { frequency: '隔一日一次' }],
  ['隔日一次', { frequency: '隔日一次' }],
  ['每隔21天1次', { frequency: '每隔21天1次' }],
  ['每21天1次', { frequency: '每21天1次' }],
  ['21天1次', undefined],
  ['31日1次', undefined],
  ['十一日一次', undefined],
  ['第1日1次', undefined],
  ['不可口服，外用', { way: '外用' }],
  ['禁止静脉注射，口服', { way: '口服' }],
  ['请勿口服', undefined],
  ['遵医嘱', undefined],
  ['', undefined],
])('%s', (usage, said) => {
  expect(dosageIn(usage)).toEqual(said)
})
