import { ybConfig } from '@yibao/shared/calls/base.ts'
import { card } from '@yibao/shared/calls/card.ts'
import { catalogue } from '@yibao/shared/calls/catalogue.ts'
import { settlement } from '@yibao/shared/calls/settlement.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { callServer } from '../api/index.ts'
import { FlowProblem } from '../kit/index.ts'
import { readToken } from '../state/session.ts'
import { connectAgent } from './agent.ts'
import type { Tools } from './context.ts'

const quiet = { silent: true } as const
/** Something most shops sell; any of them that can be priced will do. */
const words = ['胶囊', '片', '颗粒', '丸', '液', '膏']

/** An item that this store's centre pays for, priced without a prescription; whether its trace code is wanted matters to a sale only. */
export const fitForTrial = <I extends { mapped: boolean; unreported?: boolean; prescription: boolean }>(
  items: readonly I[],
): I | undefined => items.find((one) => one.mapped && !one.unreported && !one.prescription)

const findMedicine = async () => {
  for (const keyword of words) {
    const found = await callServer(catalogue.searchItemDirectoryList, { keyword, limit: 50 }, quiet)
    const fit = fitForTrial(found)
    if (fit) return fit
  }
  throw new FlowProblem({
    what: '没有可以试算的药品',
    meaning: '本店还没有已对照国家码并已上报的非处方药',
    next: '请管理员在「目录差异」导入商品并对照，已对照的按「重新上报全部对照」，再试算',
  })
}

/** Signs in, reads a person and computes one medicine (2101). Nothing is settled: the order is voided at once. */
export const runTrial = async (tools: Tools) => {
  if (!readToken())
    throw new FlowProblem({
      what: '还没有登录',
      meaning: '试算要用操作员的身份访问医保中心',
      next: '按「跳过试算」结束，登录后可回到本页试算；或现在到登录页登录',
    })
  const { say, values, signal } = tools
  await connectAgent(tools)
  say('正在签到…', 10)
  await callServer(signIn.do, {}, quiet)
  say('正在读卡，请放好测试卡…', 30)
  const medium = values.medium as 'socialCard'
  const { readId, insutype } = await callServer(card.read, { medium }, { ...quiet, signal })
  say('正在试算…', 60)
  const [medicine, ui] = await Promise.all([findMedicine(), callServer(ybConfig.pullMedicalUI, {}, quiet)])
  const line = { ownCode: medicine.ownCode, quantity: '1', price: medicine.price }
  const input = { readId, insutype, medicalType: ui.defaultMedicalType, lines: [line] }
  const order = await callServer(settlement.preSettle, input, quiet)
  say('正在作废试算…', 90)
  await callServer(settlement.drop, { orderId: order.id, reason: '初始化试算' }, quiet)
  const { split } = order
  return {
    orderId: order.id,
    outcome: {
      text: '签到和试算都通过，没有结算，没有扣款',
      rows: [
        ['药品', `${medicine.name} 1 ${medicine.unit}`],
        ['费用总额', split?.total ?? order.total],
        ['基金支付', split?.fundTotal ?? '0.00'],
        ['个人账户', split?.account ?? '0.00'],
        ['现金', split?.cash ?? order.cash],
      ] as const,
    },
  }
}
