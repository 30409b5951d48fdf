import type { Call, InputOf } from '@yibao/shared/call.ts'
import type { Context, Deps } from '../../../call/context.ts'
import type { AnyHandler } from '../../../call/perform.ts'
import type { ApprovalKind, approvalRequest } from '../tables.ts'

export type Stored = typeof approvalRequest.$inferSelect

/** What an application is about, as it stands when it is asked. */
export interface About {
  storeId: string
  areaCode: string
  /** As approvalTarget makes it: what the kept call spends its authorisation for. */
  target: string
  title: string
  reason: string
  /** fen */
  money: number | null
  facts: { title: string; value: string }[]
  /** For the link to its page. */
  subject: { id: string; no?: string; parent?: string }
}

/**
 * Where the world stands with an approved call: not begun (or begun and left without a trace), on its way (an answer is
 * still to come, or somebody else is at it), done by this application, or impossible.
 */
export type Standing = 'open' | 'travelling' | { done: string } | { refused: string }

/** A call that can be asked for at a distance. */
export interface Kind<C extends Call = Call> {
  kind: ApprovalKind
  call: C
  /** domain.name of the call. */
  name: string
  handler: AnyHandler
  /** Looks at what is asked for the person who asks; refuses what could not be done now anyway. */
  about: (c: Context, input: InputOf<C>) => Promise<About>
  /** By our own book alone: nothing is asked of the centre. */
  standing: (deps: Deps, stored: Stored, input: InputOf<C>) => Promise<Standing>
}

/** Keeps what a kind is made of in agreement. */
export const kindOf = <C extends Call>(kind: Omit<Kind<C>, 'handler'> & { handler: unknown }): Kind =>
  kind as unknown as Kind
