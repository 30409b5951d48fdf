import { join } from 'node:path'
import { cardFieldName } from '@yibao/shared/agent/card-fields.ts'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import { expect, test } from 'vitest'
import { scanDrivers } from '../../dll/registry.ts'
import type { Gateway } from '../context.ts'
import { FunctionClasses } from '../desk/function-classes.ts'
import { FakeDesk, person } from '../test/fake-desk.ts'
import { type RemoteParts, runCommand } from './commands.ts'

/** Every field that a driver's reads answer, by its path. */
const cardPaths = ({ tasks, functions }: Manifest): string[] =>
  Object.entries(tasks).flatMap(([task, { result }]) =>
    Object.entries(task.startsWith('read.') ? result : {}).flatMap(([field, at]) => {
      if (typeof at !== 'string') return Object.keys(at).map((name) => `${field}.${name}`)
      const [fn, param] = at.split('.')
      const decode = functions[fn!]?.params.find(({ name }) => name === param) as { decode?: { fields?: string[] } }
      return decode?.decode?.fields?.map((name) => `${field}.${name}`) ?? [field]
    }),
  )

const setUp = () => {
  const desk = new FakeDesk()
  const gateway = { desk, classes: new FunctionClasses(desk) } as unknown as Gateway
  const run = (args: {
    driver: string
    medium?: 'socialCard' | 'idCard'
    fn?: string
    args?: Record<string, string>
  }) => runCommand({ kind: 'driverTest', args }, { gateway } as RemoteParts, new AbortController().signal)
  return { desk, run }
}

test('a read proves that reader and driver work and shows nobody', async () => {
  const { desk, run } = setUp()
  const { ok, text } = await run({ driver: 'demo', medium: 'socialCard' })
  expect(ok).toBe(true)
  expect(text).toMatch(/^成功，用时 \d+ 毫秒\n/)
  expect(text.split('\n').slice(1)).toEqual([
    '读取：社保卡',
    '驱动：demo',
    '姓名：**',
    `card.idNumber：3${'*'.repeat(16)}8`,
    `card.cardNumber：A${'*'.repeat(7)}7`,
  ])
  for (const value of Object.values(person)) expect(text).not.toContain(value)
  expect(desk.asked.at(-1)).toMatchObject({ verb: 'card.read', args: { driver: 'demo', medium: 'socialCard' } })
})

test('fields are named in Chinese as the shipped drivers name them, whatever of them a reader gives', async () => {
  const { desk, run } = setUp()
  const read = async (answer: object) => {
    desk.answers['card.read'] = { medium: 'idCard', driver: 'demo', ...answer }
    const { text } = await run({ driver: 'demo', medium: 'idCard' })
    return text.split('\n').slice(1)
  }
  expect(
    await read({ simulated: true, idCard: { name: '王', certNo: '320501199001011238', constructor: 'x' } }),
  ).toEqual([
    ...['读取：身份证', '驱动：demo', '模拟设备：是', '姓名：*'],
    ...[`证件号码：3${'*'.repeat(16)}8`, 'idCard.constructor：*'],
  ])
  expect(await read({ raw: 'A'.repeat(80), code: 'true' })).toEqual([
    ...['读取：身份证', '驱动：demo', '原始内容：（80 字）', '二维码内容：t**e'],
  ])
  for (const { manifest } of scanDrivers([join(import.meta.dirname, '../../../drivers')]).values())
    for (const path of cardPaths(manifest!))
      expect(cardFieldName(path), `${manifest!.id} ${path}`).toMatch(/^[\u4e00-\u9fff]+$/)
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
  expect([ok, text]).toEqual([false, '没有检测到卡（无卡 [身份证号]）；请把芯片朝上插到底，再读一次'])
})
