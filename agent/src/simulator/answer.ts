import { decodeText, encodeText } from '../dll/codec.ts'
import type { WireArgs, WireResult } from '../dll/wire.ts'

/** What a simulated function gives back: its return value and texts for its out buffers. */
export interface Answer {
  ret: number | string
  out?: Record<string, string>
  ints?: Record<string, number>
}

/** An answer as the bytes a library would have written (GBK and its larger sister). */
export const toWire = ({ ret, out = {}, ints = {} }: Answer): WireResult => ({
  ret,
  out: Object.fromEntries(
    Object.entries(out).map(([name, text]) => [name, encodeText(text, 'gbk').toString('base64')]),
  ),
  ints,
  overrun: [],
})

/** The text a caller passed in a parameter, '' when none. */
export const textOf = (args: WireArgs, name: string): string => {
  const value = args[name]
  return typeof value === 'string' ? decodeText(Buffer.from(value, 'base64'), 'gbk').split('\0')[0]! : ''
}
