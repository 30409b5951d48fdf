import * as z from 'zod/mini'
import { type Ask, runTask } from '../dll/task.ts'
import { parse } from './device.ts'
import type { Drivers } from './drivers.ts'
import type { Verb } from './verbs.ts'

/** Other arguments of a read are plain values that the driver's task may use, such as iType or businessType. */
const extras = z.catchall(
  z.object({ medium: z.enum(['socialCard', 'idCard', 'eVoucher', 'socialECard']), driver: z.optional(z.string()) }),
  z.unknown(),
)
const pinArgs = z.catchall(z.object({ driver: z.optional(z.string()) }), z.unknown())

const plain = (args: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(args).filter(([, value]) => ['string', 'number'].includes(typeof value)))

/** card.read, card.pin.verify and card.pin.change: what each does is the task of the driver's manifest. */
export const cardVerbs = (drivers: Drivers, ask: Ask): Record<string, Verb> => {
  const run = (task: string, args: Record<string, unknown>, ms: number) => {
    const driver = drivers.forTask(task, args.driver as string | undefined)
    const scope = { args: plain(args), settings: driver.settings }
    return driver.turn(ms, async (call) => ({
      driver: driver.manifest.id,
      simulated: driver.manifest.simulator !== undefined,
      ...(await runTask(driver.manifest.tasks[task]!, scope, (fn, values) => call(fn, values, args.simulate), ask)),
    }))
  }
  const pin = (task: string): Verb => ({
    run: async (args, { deadlineMs }) => run(task, parse(pinArgs, args ?? {}), deadlineMs),
  })
  return {
    'card.read': {
      run: async (args, { deadlineMs }) => {
        const given = parse(extras, args)
        const { medium } = given
        return { medium, ...(await run(`read.${medium}`, given, deadlineMs)) }
      },
    },
    'card.pin.verify': pin('pin.verify'),
    'card.pin.change': pin('pin.change'),
  }
}
