import { signIn as attendance } from '@yibao/shared/calls/sign-in.ts'
import { fen, formatAmount, yuan } from '@yibao/shared/money.ts'
import { beforeAll, expect, test } from 'vitest'
import { shot } from '../browser.ts'
import { ourOrder, ourOrders } from '../money.ts'
import { store, useProduct } from '../setup.ts'

// A chronic purchase with something that its disease does not cover (ux 1.2); the demo's area keeps the lists.

const at = useProduct()
beforeAll(() => at.api.ok(attendance.do, {}))

test('a diabetic buys vitamins besides her acarbose: the one for her disease, the others as an ordinary purchase', async () => {
  const { length: before } = await at.product.centre.book(store)
  at.insert('王秀英')
  const counter = await at.counter()
  const { page } = counter
  await counter.readCard('王秀英')
  await page.getByRole('combobox', { name: '就诊类型' }).selectOption('14')
  await counter.addItem('2*100005', '阿卡波糖片')
  await counter.press('F3')
  await page.getByRole('dialog', { name: '选择病种' }).getByRole('button', { name: '糖尿病' }).click()
  await counter.addItem('WSSC', '维生素C片')
  expect(await counter.reads('不在该病种用药范围')).toMatch(/“维生素C片”不在该病种用药范围.*将按普通购药另结一笔/)
  await page.getByRole('img', { name: '用药范围外，第二笔结算' }).waitFor()
  await shot(page, 'outside')
  await counter.prescription('RX20261126001')
  await counter.press('F8')
  expect(await counter.reads('将分两笔结算')).toMatch(/用药范围内 1 种、用药范围外 1 种，将分两笔结算/)
  await shot(page, 'both-priced')
  await counter.settle()
  expect(await counter.reads('第一笔结算成功')).toContain('用药范围外 1 种是第二笔，还没有结算')
  await counter.presettle()
  await counter.settle()
  const said = await counter.reads('第二笔结算成功')
  await shot(page, 'both-settled')

  const newest = await Promise.all((await ourOrders(at.api)).slice(0, 2).map(({ id }) => ourOrder(at.api, id)))
  const sold = (name: string) => newest.find(({ lines }) => lines.every((line) => line.name === name))!
  const [chronic, ordinary] = [sold('阿卡波糖片'), sold('维生素C片')]
  expect([chronic, ordinary].map((one) => [one.status, one.medicalType, one.diseaseName])).toEqual([
    ['2', '14', '糖尿病'],
    ['2', '41', undefined],
  ])
  const booked = (await at.product.centre.book(store)).slice(before)
  expect(booked.map(({ setl_id, med_type, medfee_sumamt }) => [setl_id, med_type, medfee_sumamt])).toEqual([
    [chronic.setlId, '14', chronic.split!.total],
    [ordinary.setlId, '41', ordinary.split!.total],
  ])
  const sum = yuan(fen(chronic.split!.cash) + fen(ordinary.split!.cash))
  expect(said).toContain(`两笔共收现金 ${formatAmount(sum)} 元`)
})
