import { packsOf } from '@yibao/shared/trace-code.ts'
import { refuse } from '../../base/refuse.ts'
import type { CentreProfile } from '../../centre/profile.ts'
import { refuseOutcome } from '../../centre/refuse-outcome.ts'
import type { Line } from '../order/types.ts'
import type { NotTaken } from '../visit/charge.ts'

const codesOf = ({ traceCodes }: Line): readonly string[] => traceCodes ?? []

const says = (patterns: readonly RegExp[], message: string) => patterns.some((pattern) => pattern.test(message))

/** The line that a message counts: 第 2 行. */
const countedLine = (lines: readonly Line[], message: string): Line | undefined => {
  const no = Number(/第\s*(\d{1,3})\s*(行|条)/.exec(message)?.[1])
  return lines.find((line) => line.no === no)
}

/**
 * The centre's no, or no answer, to what prices or settles a purchase. A refusal because of a pack's code names the drug and what to do; the
 * centre's own words stay beside it. Whatever is not recognised for certain is said in those words alone.
 */
export const refuseSale = (
  { answer: outcome, infno }: NotTaken,
  profile: CentreProfile,
  { lines, basket }: { lines: readonly Line[]; basket: { replaces?: string | undefined } },
): never => {
  if (outcome.kind !== 'refused' || outcome.signInLost) return refuseOutcome(outcome)
  const { message } = outcome
  const extend = { extend: { centreText: message } }
  if (says(profile.codeSoldPatterns, message)) {
    const line = lines.find((one) => codesOf(one).some((code) => message.includes(code)))
    const code = line && codesOf(line).find((one) => message.includes(one))
    const key = basket.replaces ? 'trace.replaced' : 'trace.sold'
    if (line && code) return refuse(key, { name: line.name, code: code.slice(-6) }, extend)
  }
  if (says(profile.codeMissingPatterns, message)) {
    const lacking = lines.filter((one) => codesOf(one).length < packsOf(one.quantity))
    const line = countedLine(lines, message) ?? (lacking.length === 1 ? lacking[0] : undefined)
    if (line)
      return refuse(
        'trace.missing',
        { name: line.name, packs: packsOf(line.quantity), count: codesOf(line).length },
        extend,
      )
  }
  return refuseOutcome(outcome, infno)
}
