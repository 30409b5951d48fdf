import type { Verb, VerbArgs, VerbResult } from '@yibao/shared/agent/verbs.ts'
import type { Gateway } from './context.ts'
import type { Session } from './session/sessions.ts'

/** What a handler gets: checked arguments and who asks. */
export interface Checked<V extends Verb> {
  args: VerbArgs<V>
  session: Session | undefined
  origin: string
  /** thumbprint of the browser's key, where the verb asks for a proof */
  jkt: string
  pdf: Buffer | undefined
  idempotencyKey: string | undefined
  /** the server has signed this very call */
  ticketed: boolean
}

export type Handler<V extends Verb> = (gateway: Gateway, call: Checked<V>) => Promise<VerbResult<V>>
