import { expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { openRealCounter } from './real-counter.ts'

// T04: every state of the demo persons, from Card/Read to 2102, through the console's own counter and the real server.
// What the clerk reads after the reading, by its number of ux 2.6, and how a purchase of 30.00 ends.

const at = opened(openRealCounter)

/** Number in the demo set (simulator's states.tsv; psn_no = area + number). */
const psnNo = (n: number) => `320500${String(n).padStart(14, '0')}`
const employee = (name: string, balance: string) =>
  `- 已读取参保人 ${name}。职工基本医疗保险，余额 ${balance}。请扫描药品`
const resident = (name: string) => `- 已读取参保人 ${name}。城乡居民基本医疗保险，余额 0.00。请扫描药品`
const limited = (reason: string, balance: string) =>
  `M13 参保状态：${reason}。不享受统筹待遇，个人账户余额 ${balance} 仍可使用。继续按 F8`
const closed = (reason: string) =>
  `M13 参保状态：${reason}。个人账户不能使用，医保可能不予结算。按 F8 试算；未通过时在 ERP 按自费收款`
const frozen = (reason: string) =>
  `M13 参保状态：${reason}。个人账户不能使用，统筹待遇正常。有处方的按 F6 选择处方，按统筹结算；没有处方的在 ERP 按自费收款`
const outArea = (place: string) => `M15 外地参保：${place}。按参保地政策、本地目录结算，用时可能较长。继续按 F8`
const nobody = 'M12 医保中心没有此人的参保信息。不能按医保结算。核对证件后重读，或在 ERP 按自费收款'

/** Fund, account and cash of the settled order, or the centre's words that F8 quotes. */
type End = [fund: string, account: string, cash: string] | string
const account: End = ['0.00', '30.00', '0.00']
const cash: End = ['0.00', '0.00', '30.00']

const states: [n: number, key: string, reads: string, end: End][] = [
  [1, 'sixty', employee('张三', '60.00'), account],
  [2, 'active', employee('李建国', '600.00'), account],
  [3, 'retired, chronic records', employee('王秀英', '800.00'), account],
  [4, 'resident', resident('赵小梅'), cash],
  [5, 'cadre', '- 已读取参保人 陈德厚。离休人员医疗保障，余额 0.00。请扫描药品', ['30.00', '0.00', '0.00']],
  [6, 'paused', limited('暂停参保', '60.00'), account],
  [7, 'arrears', limited('欠费 3 个月', '35.20'), account],
  [8, 'lost card, by e-voucher', employee('周海涛', '250.00'), account],
  [9, 'other city', outArea('无锡市'), account],
  [10, 'other province', outArea('上海市'), account],
  [11, 'no record', nobody, '没有读到'],
  [12, 'family account', employee('何雨欣', '10.00'), account],
  [13, 'zero balance', employee('高文博', '0.00'), cash],
  [14, 'resident, chronic record', resident('罗桂香'), cash],
  [15, 'two insurances', 'M14 有 2 个参保险种。不同险种报销不同。请在左侧选择险种', account],
  [16, 'rare name', employee('李䶮', '300.00'), account],
  [17, 'rarer name', employee('王𠮷', '300.00'), account],
  [18, 'name of 20', employee('阿卜杜热依木江·买买提艾力·吐尔逊尼亚孜', '300.00'), account],
  [19, 'retired, deductible used', employee('宋国庆', '500.00'), account],
  [20, 'civil servant', employee('唐静怡', '900.00'), account],
  [21, 'yearly cap reached', employee('许志华', '150.00'), account],
  [22, 'medical aid', resident('韩玉兰'), cash],
  [23, 'locked PIN, by e-voucher', employee('邓伟强', '200.00'), account],
  [24, 'not designated here', limited('没有在本机构定点', '210.00'), account],
  [25, 'chronic record expired', employee('彭建华', '330.00'), account],
  [
    26,
    'dead',
    '- 医保中心：“该参保人员已登记死亡，不能享受医保待遇”。没有读到参保信息，明细已保留。换一种凭证，或在 ERP 按自费收款',
    '没有读到',
  ],
  [27, 'in hospital', limited('住院期间不能享受门诊统筹待遇', '440.00'), account],
  [28, 'account frozen', frozen('个人账户已冻结'), '个人账户已冻结，不能使用个人账户支付'],
  [29, 'insurance ended', closed('终止参保，参保已终止'), '参保状态：终止参保，不能结算'],
  [30, 'waiting period', limited('待遇等待期内', '80.00'), account],
  [31, 'student', resident('潘子轩'), cash],
  [32, 'child with a family account', resident('蒋一诺'), account],
  [33, 'foreigner', employee('安德森', '660.00'), account],
  [34, 'other province, not filed', limited('没有异地就医备案', '390.00'), account],
  [35, 'near serious illness', resident('余春生'), cash],
  [36, 'newborn', resident('杜安安'), cash],
  [37, 'retired', employee('叶长春', '1,200.50'), account],
  [38, 'rich', employee('苏天成', '99,999.99'), account],
]

test.each(states)('T04 %i %s', async (n, _key, reads, end) => {
  const window = at.serve()
  await window.scan(psnNo(n))
  expect(window.said().at(-1)).toBe(reads)
  await window.run({ type: 'addItem', item: window.item })
  await window.run({ type: 'presettle' })
  if (typeof end === 'string') {
    const { person, priced, lines } = window.player.state
    expect([priced, lines.length], 'nothing priced, the basket kept').toEqual([undefined, 1])
    expect(window.said().at(-1)).toContain(person ? `M23 医保中心未通过预结算：“${end}”` : '还没有读取参保人')
    return
  }
  // Refused benefits never stop an account purchase (N8).
  expect(window.reads()).toBe(`预结算完成：应收现金 ${end[2]} 元。按 F9 结算`)
  window.player.wait(1000)
  const { settledOrder } = await settled(window)
  expect(settledOrder).toEqual(['2', ...end])
  expect(window.said().at(-1)).toMatch(
    end[2] === '0.00' ? /^M26 结算成功 · 无需收现金/ : `M26 结算成功 · 收现金 ${end[2]} 元`,
  )
})

const settled = async (window: ReturnType<typeof at.serve>) => {
  const { priced } = await window.run({ type: 'settle' })
  const order = priced!.order
  return { settledOrder: [order.status, order.fundTotal, order.account, order.cash] }
}

test('T04 28 account frozen: on a prescription the funds pay, and the account is not asked', async () => {
  const window = at.serve()
  await window.scan(psnNo(28))
  await window.run({ type: 'addItem', item: window.item })
  await window.run({
    type: 'setPrescription',
    prescription: { number: 'RX28', hospital: '示例医院', doctor: '陈䶮' },
  })
  const { priced } = await window.run({ type: 'presettle' })
  expect(window.reads()).toMatch(/^预结算完成/)
  expect(priced?.order.split?.account).toBe('0.00')
  window.player.wait(1000)
  const { settledOrder } = await settled(window)
  expect([settledOrder[0], settledOrder[2]]).toEqual(['2', '0.00'])
})

const chronic: [n: number, key: string, words: string | RegExp, fund: boolean][] = [
  // The demo's list of what it covers does not name what is bought (ux 1.2): said, and not stopped.
  [14, 'one record: chosen by itself', /不在该病种用药范围/, true],
  [3, 'two records: she must choose', '所选的医疗类别需要选择病种', false],
  [25, 'expired', /没有有效的备案病种|已于 2022-12-31 到期/, false],
  [2, 'none', '没有有效的备案病种', false],
]
test.each(chronic)('T04 chronic purchase, %i %s', async (n, _key, words, fund) => {
  const window = at.serve()
  await window.run({ type: 'chooseMedicalType', medicalType: '14' })
  await window.scan(psnNo(n))
  await window.run({ type: 'addItem', item: window.item })
  const { priced, lines } = await window.run({ type: 'presettle' })
  const said = priced?.order.audit?.map(({ what }) => what).join() ?? ''
  // Whether the same goods went without a slip a moment ago is another word, and comes first.
  expect(fund ? said : window.reads()).toMatch(words)
  expect(Number(priced?.order.split?.fundTotal ?? 0) > 0).toBe(fund)
  expect(lines).toHaveLength(1)
})
