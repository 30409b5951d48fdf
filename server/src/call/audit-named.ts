import type { Operation } from './audit.ts'
import { targetOf } from './audit.ts'

/**
 * Audited calls whose lines name nothing that they acted on, and why. Every other one says it, by `c.on` or by the `target` of
 * its contract.
 */
export const withoutTarget: Readonly<Record<string, string>> = {
  'auth.unlock': 'the caller’s own screen',
  'signIn.do': 'the caller’s own 签到 of the day',
  'signIn.signOut': 'the caller’s own 签到 of the day',
  'card.read': 'whose card it is stands in no log',
  'card.readAgain': 'whose card it is stands in no log',
  'card.changeCardPassword': 'whose card it is stands in no log',
  'hintMessage.createLuceneIndex': 'there is one index',
  'hintMessage.optimiseLuceneIndex': 'there is one index',
  'hintMessage.deleteLuceneIndex': 'there is one index',
}

/** Audited calls that take something away: what was there stands in their lines, and nothing is there after. */
export const removals: ReadonlySet<string> = new Set([
  'catalogue.delCatalogue',
  'catalogue.unmatchItem',
  'clientMonitor.unbind',
  'company.withdraw',
  'dataRole.removeDataRole',
  'dictionary.deleteItem',
  'doctor.remove',
  'hintMessage.delHintMessageInfo',
  'menuRole.removeMenuRole',
  'qrCode.remove',
  'roleUser.unlockUser',
])

/** A call that says what was there before and not what is there now reads as if it had taken it away. */
export const expectAfter = ({ name, noted: { values } }: Pick<Operation, 'name' | 'noted'>): void => {
  if (values.before === undefined || values.after !== undefined || removals.has(name)) return
  throw new Error(`${name} keeps what was before and not what is after: c.keep({ before, after }), or it is a removal`)
}

/** A line that names nothing is a fault of ours in tests and development: nobody finds it by what it was done to. */
export const expectNamed = (operation: Pick<Operation, 'call' | 'name' | 'input' | 'noted'>): void => {
  if (targetOf(operation) || Object.hasOwn(withoutTarget, operation.name)) return
  throw new Error(
    `${operation.name} is audited and says nothing of what it acted on: c.on, or audit.target of its contract`,
  )
}
