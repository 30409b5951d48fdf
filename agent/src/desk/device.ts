import { functionOf } from '@yibao/shared/agent/driver/function-of.ts'
import { fitsOf } from '@yibao/shared/fits.ts'
import * as z from 'zod/mini'
import { AgentError } from '../agent-error.ts'
import type { Drivers } from './drivers.ts'
import type { Verb } from './verbs.ts'

const repairArgs = z.strictObject({ driver: z.string() })
const reloadArgs = z.strictObject({ drivers: z.array(z.string()) })
const callArgs = z.strictObject({
  driver: z.string(),
  fn: z.string(),
  args: z.record(z.string(), z.unknown()),
  /** What the gateway took the function for when it decided what the call needs. */
  class: z.optional(z.string()),
  simulate: z.optional(z.unknown()),
})

/** Checks a verb's arguments; throws ARGS_INVALID naming the field. */
export const parse = <T>(schema: z.ZodMiniType<T>, args: unknown): T => {
  if (fitsOf(schema)(args)) return args as T
  const parsed = schema.safeParse(args)
  if (parsed.success) return parsed.data
  throw new AgentError('ARGS_INVALID', { field: parsed.error.issues[0]?.path.join('.') })
}

/** drivers.list, drivers.repair, drivers.reload and dll.call. */
export const deviceVerbs = (drivers: Drivers): Record<string, Verb> => ({
  'drivers.list': {
    run: async (_, { caller }) => {
      // A page asks, so somebody is at it. With each heartbeat a folder would be taken up while it is being copied.
      if (caller !== undefined) drivers.look()
      return drivers.list()
    },
  },
  'drivers.repair': { run: async (args) => drivers.repair(parse(repairArgs, args).driver) },
  // Asked by the gateway itself, after it brought a package; no verb of a client leads here.
  'drivers.reload': { run: async (args) => drivers.reload(parse(reloadArgs, args).drivers) },
  'dll.call': {
    run: async (args, { deadlineMs }) => {
      const { driver: id, fn, args: values, class: assumed, simulate } = parse(callArgs, args)
      const driver = drivers.get(id)
      // A printer takes paths of ours; it is reached through print.* only.
      if (driver.manifest.kind === 'printer') throw new AgentError('DRIVER_UNKNOWN')
      const spec = functionOf(driver.manifest, fn)
      if (!spec || spec.params.some((param) => param.type === 'str' && param.internal))
        throw new AgentError('ARGS_INVALID', { fn })
      if (assumed !== undefined && assumed !== spec.class)
        throw new AgentError('ARGS_INVALID', { fn, class: spec.class })
      return driver.call(fn, values, deadlineMs, simulate)
    },
  },
})
