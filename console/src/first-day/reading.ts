import { cardFieldName, cardItems, mediumNames, neededItems } from '@yibao/shared/agent/card-fields.ts'
import { choice, code } from '@yibao/shared/field.ts'
import { FlowProblem } from '../kit/index.ts'
import { connectAgent } from './agent.ts'
import type { Check } from './context.ts'

export const readFields = {
  medium: choice('凭证', { socialCard: '社保卡', idCard: '身份证', eVoucher: '电子凭证', scan: '扫码枪' }),
}
export const readInitial = { medium: 'socialCard' }

/** A read may take this long (ux 5). ms */
const mostMs = 15_000
/** Whose card it is: a driver that does not say so is of no use, though the counter would ask the centre. */
const holder = ['name', 'certNo']
/** What stands before the name of an item in a read. */
const places: Record<string, string> = { socialCard: 'card', idCard: 'idCard' }
type Row = readonly [item: string, said: string]
const chinese = /[㐀-鿿𠀀-𲎯]/u

/** What a masked test read says of reader and driver. Only which items came is told, never a value. */
export const judgeRead = (medium: string, fields: Record<string, string>, ms: number) => {
  const entries = Object.entries(fields).filter(([name]) => !['driver', 'medium', 'simulated'].includes(name))
  const items = cardItems[medium] ?? []
  const absent = items.filter((item) => !fields[`${places[medium]}.${item}`])
  const must = [...(neededItems[medium] ?? []), ...holder]
  const missing = absent.filter((item) => must.includes(item)).map(cardFieldName)
  if (!entries.length || missing.length)
    throw new FlowProblem({
      what: missing.length ? `读到的内容缺少${missing.join('、')}` : '没有读到内容',
      meaning: '这张卡或驱动给出的内容不完整，结算时会被拒绝',
      next: '擦净芯片、重新插卡后再试；换一张卡仍缺少，请更换驱动',
    })
  const name = entries.find(([field]) => /name$/i.test(field))?.[1]
  if (name !== undefined && !chinese.test(name) && !/^\**$/.test(name))
    throw new FlowProblem({
      what: '姓名不是可读的汉字',
      meaning: '驱动说明中的编码与驱动不一致，小票会打印乱码',
      next: '请管理员在驱动说明中改正编码，再重新检查',
    })
  const rows: Row[] = [
    ['凭证', mediumNames[medium as keyof typeof mediumNames] ?? medium],
    ['内容', `${entries.length} 项`],
    ['用时', `${(ms / 1000).toFixed(1)} 秒`],
    ['驱动', `${fields.driver ?? ''}${fields.simulated === 'true' ? '（模拟）' : ''}`],
    ...items.map((item): Row => [cardFieldName(item), absent.includes(item) ? '缺少' : '已读到']),
  ]
  const rest = absent.map(cardFieldName).join('、')
  if (ms > mostMs) return { text: `读到了，但用了 ${Math.round(ms / 1000)} 秒，超过 15 秒`, warn: true as const, rows }
  if (rest)
    return {
      text: `试读成功，但缺少${rest}：结算不用这些内容；换一张卡仍缺少，请核对驱动说明`,
      warn: true as const,
      rows,
    }
  return { text: `试读成功，读到 ${entries.length} 项`, rows }
}

/** A scanned code as the scanner typed it: no Chinese by an input method, and ended by Enter. */
export const judgeScan = (value: string) => {
  if (/[^\x21-\x7e]/.test(value))
    throw new FlowProblem({
      what: '扫到的内容里有汉字或全角字符',
      meaning: '输入法改变了扫码枪的内容，结算时凭证会被拒绝',
      next: '把输入法切换到英文，再重新检查',
    })
  if (value.length < 6)
    throw new FlowProblem({
      what: `只收到 ${value.length} 个字符`,
      meaning: '扫码枪可能没有扫全，或内容被拆成了几段',
      next: '对准条码重新扫描；仍不全请检查扫码枪设置',
    })
  return { text: '扫码枪可用，回车后缀已收到', rows: [['长度', `${value.length} 个字符`]] as const }
}

/** Scans into the page: the Enter that ends the answer is the scanner's own. */
export const checkScan: Check = async ({ ask }) =>
  judgeScan(
    await ask({
      kind: 'enter',
      text: '用扫码枪扫描任意一个条码或测试码',
      field: code('扫码内容', { max: 400 }),
      hint: '扫描后不要按键盘：扫码枪应当自己发出回车。',
      okText: '没有自动回车',
    }),
  )

/** A test read without a person: card or voucher by the agent, or the scanner. */
export const checkReading: Check = async (tools) => {
  const { values, context, say } = tools
  const medium = String(values.medium) as 'socialCard' | 'idCard' | 'eVoucher' | 'scan'
  if (medium === 'scan') return checkScan(tools)
  await connectAgent(tools)
  say(`正在读${mediumNames[medium]}，请放好测试卡…`, 40)
  const begin = performance.now()
  const { fields } = await context.device.run('card.test', { medium }, { signal: tools.signal })
  return judgeRead(medium, fields, performance.now() - begin)
}
