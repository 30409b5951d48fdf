import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import { type Calls, calls } from '@yibao/shared/calls/index.ts'
import type { FastifyInstance } from 'fastify'
import type { Described } from '../plugins/openapi.ts'
import type { Context, Deps, FileAnswer, StreamAnswer } from './context.ts'
import type { AnyHandler } from './perform.ts'
import { type CallerOf, serve } from './serve.ts'

type Answer<C> = ResultOf<C> | FileAnswer | StreamAnswer

/** One function per call of a domain; a missing one is a type error. */
export type Handlers<D> = {
  [K in keyof D]: (input: InputOf<D[K]>, c: Context) => Answer<D[K]> | Promise<Answer<D[K]>>
}

export type AllHandlers = { [D in keyof Calls]: Handlers<Calls[D]> }

/**
 * Registers every call of the contract on fastify. What happens around a handler (session, validation, permission,
 * scope, idempotency, audit, envelope) is serve.ts; nothing of it is written twice. A test may mount some domains only.
 */
export const mount = (app: FastifyInstance, deps: Deps, handlers: Partial<AllHandlers>, callerOf: CallerOf): void => {
  for (const [domain, group] of Object.entries(calls) as [keyof Calls, Record<string, Call>][])
    for (const [key, call] of Object.entries(group)) {
      const handler = (handlers[domain] as unknown as Record<string, AnyHandler> | undefined)?.[key]
      if (!handler) continue
      app.route({
        method: call.method,
        url: `/prod-api${call.path}`,
        // Nobody asks for the head of an answer: a second route for each call would only be mounted.
        exposeHeadRoute: false,
        // Read by the documentation alone (plugins/openapi.ts): input and answer are checked by serve.ts.
        config: { call, tag: domain } satisfies Described as object,
        handler: serve({ deps, call, name: `${domain}.${key}`, handler, callerOf }),
      })
    }
}
