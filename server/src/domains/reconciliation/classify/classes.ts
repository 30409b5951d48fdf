import { diffAction, type diffClass } from '@yibao/shared/entities/reconciliation.ts'
import { choiceTitle } from '@yibao/shared/field.ts'
import type * as z from 'zod/mini'

export type DiffClass = z.infer<typeof diffClass>
export type DiffAction = z.infer<typeof diffAction>
type Risk = 'local' | 'money'

interface ClassRow {
  /** What the bench proposes, where the evidence does not say otherwise (ux 3). */
  proposal: DiffAction | null
  /** What a person may choose, besides `mark`. */
  actions: readonly DiffAction[]
  risk: Risk
}

/** Class → repair (ux 3, domain.md 5.4). Titles are the contract's. */
export const classes: Record<DiffClass, ClassRow> = {
  centreOnlyKnown: { proposal: 'undo', actions: ['backfill', 'undo'], risk: 'money' },
  centreOnlyUnknown: { proposal: null, actions: ['backfill', 'undo', 'reverse'], risk: 'money' },
  localOnly: { proposal: 'markReversed', actions: ['markReversed'], risk: 'local' },
  amounts: { proposal: 'takeCentre', actions: ['takeCentre'], risk: 'local' },
  oneSideReversed: { proposal: 'confirmReversal', actions: ['confirmReversal'], risk: 'money' },
  crossDay: { proposal: 'moveDay', actions: ['moveDay'], risk: 'local' },
  duplicate: { proposal: 'undo', actions: ['undo', 'reverse'], risk: 'money' },
  group: { proposal: 'correctGroup', actions: ['correctGroup'], risk: 'local' },
  totals: { proposal: null, actions: [], risk: 'local' },
}

/** These need the centre's settlement number of a row that the result file leaves without one. */
const needsSettlement: ReadonlySet<DiffAction> = new Set(['backfill', 'reverse'])

interface ActionFacts {
  class: DiffClass
  /** The area can be asked for the settlement of a msgid: by look-up or, for one of our own, by the same bytes again. */
  findable: boolean
  /** The row is a refund. */
  refunded: boolean
  proposal: DiffAction | null
}

/**
 * What a person may do with a difference. A refund of another system, or one of other amounts, can only be looked into
 * and marked.
 */
export const actionsOf = ({ class: name, findable, refunded, proposal }: ActionFacts): DiffAction[] => {
  const { actions } = classes[name]
  const centreOnly = name === 'centreOnlyKnown' || name === 'centreOnlyUnknown'
  const possible = actions.filter((action) => {
    if (centreOnly && refunded) return false
    if (centreOnly && needsSettlement.has(action)) return findable
    if (name === 'amounts' && refunded) return false
    // What both books hold has its number; of what the centre alone holds it has to be found.
    if (name === 'duplicate') return proposal === 'reverse' ? action === 'reverse' : action === 'undo' || findable
    return true
  })
  return [...possible, 'mark']
}

/** Chinese name of an action, for texts. */
export const actionTitle = (action: DiffAction): string => choiceTitle(diffAction, action)
