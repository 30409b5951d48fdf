import { expect, test } from 'vitest'
import type { Gateway } from '../gateway/context.ts'
import { FunctionClasses } from '../gateway/function-classes.ts'
import { FakeDesk, person } from '../gateway/test/fake-desk.ts'
import { type RemoteParts, runCommand } from './commands.ts'

const setUp = () => {
  const desk = new FakeDesk()
  const gateway = { desk, classes: new FunctionClasses(desk) } as unknown as Gateway
  const run = (args: { driver: string; medium?: 'socialCard'; fn?: string; args?: Record<string, string> }) =>
    runCommand({ kind: 'driverTest', args }, { gateway } as RemoteParts, new AbortController().signal)
  return { desk, run }
}

test('a read proves that reader and driver work and shows nobody', async () => {
  const { desk, run } = setUp()
  const { ok, text } = await run({ driver: 'demo', medium: 'socialCard' })
  expect(ok).toBe(true)
  expect(text).toMatch(/^成功，用时 \d+ 毫秒\n/)
  expect(text).toContain('card.name：*')
  for (const value of Object.values(person)) expect(text).not.toContain(value)
  expect(desk.asked.at(-1)).toMatchObject({ verb: 'card.read', args: { driver: 'demo', medium: 'socialCard' } })
})

test('a function answers its code; what it read is masked', async () => {
  const { desk, run } = setUp()
  desk.answers['dll.call'] = { ret: 0, values: { out: person.idNumber }, raw: { out: 'MzIwNTAx' } }
  const { text } = await run({ driver: 'demo', fn: 'ReadCard', args: { port: '1' } })
  expect(text).toContain('返回：0')
  expect(text).not.toContain(person.idNumber)
  expect(text, 'the bytes neither').not.toContain('MzIwNTAx')
  desk.answers['dll.call'] = { ret: person.idNumber, values: {} }
  expect((await run({ driver: 'demo', fn: 'ReadCard' })).text).toContain('返回：（文字）')
})

test('what moves money is never tried from afar, nor what the driver does not have', async () => {
  const { desk, run } = setUp()
  expect(await run({ driver: 'demo', fn: 'Settle' })).toEqual({
    ...{ ok: false, text: '资金和密码类的函数不能远程试用' },
  })
  expect((await run({ driver: 'demo', fn: 'Format' })).ok).toBe(false)
  expect((await run({ driver: 'nobody', fn: 'ReadCard' })).text).toContain('没有安装此驱动')
  expect(desk.asked.filter(({ verb }) => verb === 'dll.call')).toEqual([])
})

test("a failure is told as the clerk reads it, with the vendor's text and without numbers of persons", async () => {
  const { desk, run } = setUp()
  desk.refuse('card.read', 'CARD_NONE', { code: -2, text: `无卡 ${person.idNumber}` })
  const { ok, text } = await run({ driver: 'demo', medium: 'socialCard' })
  expect([ok, text]).toEqual([false, '没有检测到卡（无卡 [身份证号]）；请把芯片朝上插到底，再按 F2'])
})
