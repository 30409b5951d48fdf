import type * as z from 'zod/mini'

/**
 * open: anybody on this machine · ticket: exact origin · api: origin, client header and bearer · app: the served console ·
 * admin: a program that may read this agent's own folder, never a browser.
 */
export type Guard = 'open' | 'ticket' | 'api' | 'app' | 'admin'
export type Who = 'operator' | 'setup' | 'erp'
type Method = 'GET' | 'POST' | 'DELETE'

interface VerbFlags {
  /** the browser signs each request (the risky ones) */
  proof?: true
  /** needs an action ticket: always, or unless the driver declares the function as harmless (class read) */
  actionTicket?: 'always' | 'unlessRead'
  /** bytes of a PDF as HTTP body, hence not on the socket */
  body?: 'pdf'
  /** not a request on the socket */
  httpOnly?: true
  /** a page of the agent itself: a browser may navigate to it */
  page?: true
  /** answers plain text */
  text?: true
  /** HTTP body.args become this member beside the path's parameters */
  nest?: string
}

export interface VerbRow extends VerbFlags {
  method: Method
  path: string
  guard: Guard
  /** kinds of session that may call it; empty where no session exists yet */
  who: readonly Who[]
  args: z.ZodMiniType
  result: z.ZodMiniType
}

type Typed<A, R> = VerbRow & { args: A; result: R }

/** A row: `${method} ${path}`, guard class, who, arguments, result, flags. */
export const verb = <A extends z.ZodMiniType, R extends z.ZodMiniType>(
  route: `${Method} /${string}`,
  guard: Guard,
  who: readonly Who[],
  args: A,
  result: R,
  flags: VerbFlags = {},
): Typed<A, R> => {
  const [method, path] = route.split(' ') as [Method, string]
  return { method, path, guard, who, args, result, ...flags }
}
