import type { ComponentType } from 'react'
import { late } from './late.tsx'

type PropsOf<C> = C extends ComponentType<infer P extends object> ? P : never

/**
 * One of several components of one module, each late as by `late`: what is read together is one file of the build, and
 * whoever shows them names that instead of all that each of them needs.
 */
export const lateOf = <M extends Record<string, unknown>, K extends keyof M & string>(
  load: () => Promise<M>,
  name: K,
): ComponentType<PropsOf<M[K]>> => late(async () => ({ default: (await load())[name] as ComponentType<PropsOf<M[K]>> }))
