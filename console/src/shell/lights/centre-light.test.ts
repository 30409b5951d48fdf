import { formatTime, parseTime } from '@yibao/shared/time.ts'
import { expect, test } from 'vitest'
import { type CentreFacts, centreLight } from './centre-light.ts'

const now = parseTime('2026-11-21 10:31:30').getTime()
const at = (minutes: number) => formatTime(new Date(now + minutes * 60_000))
const facts: CentreFacts = {
  link: { server: 'ok', since: 0 },
  centre: { state: 'ok', ms: 320, answeredAt: at(-1) },
  ...{ signed: true, maySign: true, mayRetry: true, endedAt: undefined, now },
}
const light = (more: Partial<CentreFacts>) => centreLight({ ...facts, ...more })
const silent = { state: 'silent', since: at(-2), answeredAt: at(-3) } as const
const night = { title: '中心升级', from: at(-60), until: '2026-11-21 12:00:00' }

test('how long its answers take, and that it is slow', () => {
  expect(light({})).toMatchObject({ word: '正常 320 ms', tone: 'good' })
  expect(light({ centre: { state: 'slow', ms: 4210 } })).toMatchObject({ word: '慢 4.2 秒', tone: 'warn' })
  expect(light({ centre: { state: 'unknown' } })).toMatchObject({ word: '未知', tone: 'off' })
  expect(light({ centre: undefined }).tone).toBe('off')
})

test('cut: for how long, when it answered last, and who may try it again', () => {
  const cut = light({ centre: silent })
  expect(cut).toMatchObject({ word: '中断 2 分钟', tone: 'harm', action: { name: 'retryCentre', text: '重试' } })
  expect(cut.meaning).toContain('最近一次答复 10:28')
  expect(light({ centre: silent, mayRetry: false }).action).toBeUndefined()
  expect(light({ centre: { ...silent, since: at(0) } }).word).toBe('中断 1 分钟')
})

test('the cloud service first, then what was announced, then the silence, then the sign-in', () => {
  const maintenance = night
  expect(light({ link: { server: 'down', since: 0 }, centre: { ...silent, maintenance } }).word).toBe('云服务断开')
  expect(light({ centre: { ...silent, maintenance }, signed: false })).toMatchObject({
    word: '维护中至 12:00',
    tone: 'warn',
    action: { name: 'retryCentre' },
  })
  expect(light({ centre: silent, signed: false }).word).toContain('中断')
  expect(light({ signed: false })).toMatchObject({ word: '未签到', action: { name: 'signIn' } })
  expect(light({ signed: false, maySign: false }).action).toBeUndefined()
  expect(light({ signed: undefined }).tone).toBe('good')
  expect(light({ signed: false }).meaning).toContain('今天还没有签到')
  expect(light({ signed: false, endedAt: '2026-11-21 10:31:05' }).meaning).toContain('在 10:31 已经结束')
})

test('a maintenance is told before, and is over by itself', () => {
  const ahead = { title: '中心升级', from: at(60), until: '2026-11-23 06:00:00' }
  const before = light({ centre: { ...facts.centre!, maintenance: ahead } })
  expect([before.word, before.tone]).toEqual(['正常 320 ms', 'good'])
  expect(before.meaning).toContain('11:31 至 11-23 06:00 停机维护：中心升级')
  expect(light({ centre: { ...facts.centre!, maintenance: night }, now: now + 7_200_000 }).word).toBe('正常 320 ms')
})
