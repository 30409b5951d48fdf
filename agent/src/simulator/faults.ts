import type { WireResult } from '../dll/wire.ts'
import type { Switches } from './switches.ts'

const block = (ms?: number) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

/** Faults that strike before the answer: this process really waits, hangs or dies, as one with vendor code would. */
export const strike = ({ fault, slowMs }: Switches) => {
  if (fault === 'slow') block(slowMs)
  if (fault === 'hang') block()
  if (fault === 'crash') {
    process.kill(process.pid, 'SIGSEGV')
    block()
  }
}

/** Faults of the answer itself: nothing in it, or bytes that mean nothing. */
export const spoil = ({ fault }: Switches, result: WireResult): WireResult => {
  if (fault !== 'garbled' && fault !== 'empty') return result
  const bytes = fault === 'garbled' ? Buffer.from([0xff, 0x81, 0x20, 0xfe, 0x7c, 0x80]).toString('base64') : ''
  return { ...result, out: Object.fromEntries(Object.keys(result.out).map((name) => [name, bytes])) }
}
