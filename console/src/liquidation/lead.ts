import type { ResultOf } from '@yibao/shared/call.ts'
import type { liquidation } from '@yibao/shared/calls/liquidation.ts'
import { liquidationState } from '@yibao/shared/entities/liquidation-state.ts'
import { metaOf } from '@yibao/shared/field.ts'
import { formatAmount } from '@yibao/shared/money.ts'

type Detail = ResultOf<typeof liquidation.detail>

const advice: Partial<Record<Detail['state'], string>> = {
  5: '按中心说明改正后，撤销这份申请，再重新生成。',
  7: '申请发出后没有收到答复，系统不会重复发送，在自动核实。要马上知道，按「查询进度」，或在中心核实后按「核实结果」。',
  8: '撤销发出后没有收到答复，系统在自动核实。要马上知道，按「查询进度」，或在中心核实后按「核实结果」。',
}

/** Of a lost answer where no month can be asked for: only a person finds out. */
const unfindable =
  '申请发出后没有收到答复，系统不会重复发送。本区划的医保中心不能按月份查询：请在医保中心网站或电话核实，再按「核实结果」。'

/** Nobody decides yet: what the centre said is why it was not taken, or that it cannot be found there. */
const open: Partial<Record<Detail['state'], true>> = { 0: true, 1: true }

/** Nothing of it is paid: what was kept back of it before is nobody's matter any more. */
const over: Partial<Record<Detail['state'], true>> = { 2: true, 5: true }

const list = '不在申请中的结算见「结算报表」，按这个月的结算日期和未清算“未申请”查询。'

/** How the rest of a month gets to its money: there is no application beside another one (domain.md 5.6). */
const nextOf = (state: Detail['state']): string => {
  if (state === '0') return '请重新生成。'
  if (state === '1') return `请撤销这份申请后重新生成；中心不同意撤销的，带上清单请医保经办机构处理。${list}`
  if (over[state] || advice[state]) return ''
  return `中心已受理，不能撤销：请带上清单，请医保经办机构处理。${list}`
}

/** What an application asks of a person, above all its amounts; empty when it asks nothing. */
export const leadOf = ({
  state,
  books,
  differs,
  message,
  deducted,
  findable,
}: Pick<Detail, 'state' | 'books' | 'differs' | 'message' | 'deducted' | 'findable'>): string => {
  // A server of before says nothing of it.
  const text = state === '7' && findable === false ? unfindable : advice[state]
  // Claim and books agree all the same: what the centre kept back is seen nowhere else at a glance.
  const less =
    Number(deducted) > 0 &&
    !over[state] &&
    `中心扣款 ${formatAmount(deducted)} 元，拨付时少付这一部分。有异议的，请向医保经办机构核对。`
  const moved =
    books === 'moved' && `生成之后账目有变动${differs ? `（${differs}）` : ''}，申请内容不会自动改变。${nextOf(state)}`
  const why = (text || less || open[state]) && message && message.replace(/。?$/, '。')
  return [why, text, less, moved].filter(Boolean).join('')
}

const states = metaOf(liquidationState)?.choices ?? {}

/** What 查询进度 found: how the application stands, and what the centre says of it. */
export const queriedText = ({ state, message }: Pick<Detail, 'state' | 'message'>): string =>
  [`现在是「${states[state]}」`, message?.replace(/。$/, '')].filter(Boolean).join('。')

/** What 撤销申请 came to: the reason is kept with it, and whether the centre had the application at all. */
export const revokedText = ({ message }: Pick<Detail, 'message'>): string =>
  ['清算申请已撤销，可按「生成清算申请」重新生成', message].filter(Boolean).join('。')

const sides = { claim: '申报', book: '生成时的账', now: '现在的账', gap: '差额', centre: '中心' } as const
type Side = keyof typeof sides

/** What an application's amounts stand beside. A revoked one claims nothing of the books of now: it differs from none. */
export const sidesOf = ({ state }: Pick<Detail, 'state'>): [Side, string][] =>
  (Object.entries(sides) as [Side, string][]).filter(([key]) => state !== '2' || (key !== 'now' && key !== 'gap'))
