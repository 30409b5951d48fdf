import { formatPrice } from '@yibao/shared/money.ts'
import { lackingCodes } from '../flow/amounts.ts'
import { hitsAt } from '../flow/audit.ts'
import { repeatOf } from '../flow/benefits.ts'
import { soldIn } from '../flow/codes/sold-codes.ts'
import type { Line } from '../flow/model.ts'
import { rxProblem } from '../flow/rx/rx.ts'
import { sidesOf } from '../flow/second.ts'
import type { Counter } from '../flow/state.ts'

/** Why a line is marked: ✕ it cannot be settled so, △ to be looked at, ② it is settled behind the rest. */
interface Hint {
  sign: '✕' | '△' | '②'
  text: string
}

const rxText = (state: Counter, line: Line): string | undefined => {
  const problem = rxProblem(state, line)
  return problem && (problem.key === 'rx.outside' ? '不在所选处方内' : `超过处方数量，最多 ${problem.limit}`)
}

/**
 * What is to be said of a line, the most pressing first: its row shows that one, its drawer all of them, for a finger and a
 * keyboard hover nothing (ux 9.2). `second`: the lines that are settled behind the rest; `at`: now, ms.
 */
export const hintsOf = (state: Counter, line: Line, second: readonly Line[] | undefined, at: number): Hint[] => {
  const { item, price, expired, batch } = line
  const behind = second?.includes(line) ? sidesOf(state).outside : undefined
  const problem = behind ? undefined : rxText(state, line)
  const sold = soldIn(state, line)?.order
  const hits = hitsAt(state, state.lines.indexOf(line))
  const repeat = repeatOf(state, line, at)
  const lacking = lackingCodes(line)
  const all: (Hint | false | '' | undefined)[] = [
    item.prescription && !state.prescription && { sign: '✕', text: '处方药，没有关联处方' },
    problem && { sign: '✕', text: problem },
    sold && { sign: '△', text: `有追溯码已在订单 ${sold} 售出` },
    expired && { sign: '✕', text: `有效期到 ${batch?.expiresOn}，已过期` },
    lacking > 0 && { sign: '✕', text: `还缺 ${lacking} 个追溯码` },
    hits.length > 0 && {
      sign: hits.some(({ level }) => level === 'block') ? '✕' : '△',
      text: hits.map(({ what }) => what).join('；'),
    },
    !item.mapped && { sign: '△', text: '未对照，按全自费' },
    item.unreported && { sign: '△', text: '本店未上报对照，按全自费' },
    item.priceCap &&
      Number(price) > Number(item.priceCap) && { sign: '△', text: `超限价 ${formatPrice(item.priceCap)}` },
    repeat && { sign: '△', text: `疑似重复：${repeat.when}已购 ${repeat.quantity}` },
    behind && { sign: '②', text: `${behind}，第二笔结算` },
  ]
  return all.filter((one) => !!one)
}
