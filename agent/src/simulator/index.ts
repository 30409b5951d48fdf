import { AgentError } from '../agent-error.ts'
import type { Implementation } from '../dll/wire.ts'
import { textOf, toWire } from './answer.ts'
import { eVoucher } from './e-voucher.ts'
import { spoil, strike } from './faults.ts'
import { idCard } from './id-card.ts'
import { printer } from './printer.ts'
import { settlement } from './settlement.ts'
import type { Simulator } from './simulator.ts'
import { socialCard } from './social-card.ts'
import { readSwitches } from './switches.ts'

const simulators: Record<string, Simulator> = { socialCard, idCard, eVoucher, settlement, printer }

/** Opens a built-in simulator by the name its manifest gives. */
export const openSimulator = (name: string, dataDir: string): Implementation => {
  const functions = simulators[name]?.(dataDir)
  if (!functions) throw new AgentError('DRIVER_MISSING_FILE', { text: `没有模拟器 ${name}` })
  return {
    call: (fn, _spec, args, simulate) => {
      const simulated = functions[fn]
      if (!simulated) throw new AgentError('DRIVER_MISSING_FILE', { text: `模拟器里没有函数 ${fn}` })
      const switches = readSwitches(dataDir, simulate)
      const struck = switches.faultIn.includes(name)
      if (struck) strike(switches)
      const text = (param: string) => textOf(args, param)
      const number = (param: string) => Number(args[param])
      const result = toWire(simulated(text, switches, number))
      return struck ? spoil(switches, result) : result
    },
  }
}
