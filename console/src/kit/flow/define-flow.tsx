import { FlowPage } from './flow-page.tsx'
import type { FlowSpec } from './types.ts'

/**
 * A page that leads through steps: rail of states, one task, one primary action (ux 5). Steps are data; a check is an
 * async function that says what it does, asks the person and answers what it found, or throws a FlowProblem. The state
 * is kept on this PC (or by `remote`), so a reload goes on at the first step that is not passed.
 */
export const defineFlow = <C,>(spec: FlowSpec<C>, scopeOf: (context: C) => string = () => '') => {
  const Page = () => {
    const context = spec.use()
    const scope = scopeOf(context)
    const id = scope ? `${spec.id}.${scope}` : spec.id
    return <FlowPage key={id} spec={spec} context={context} id={id} />
  }
  return Page
}
