import { join } from 'node:path'
import type { FunctionSpec } from '@yibao/shared/agent/driver/function.ts'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import koffi from 'koffi'
import { AgentError } from '../agent-error.ts'
import { createHandles, type Handles } from './handles.ts'
import { written } from './native-args.ts'
import { createNatives, type Native } from './natives.ts'
import type { Implementation, WireArgs, WireResult } from './wire.ts'

// The only place where a vendor's code runs. One synchronous call at a time: libraries with thread affinity
// (COM, card contexts) must see the same thread for ever (agent.md 4.4).

/** Text behind a `char *` that the library owns; null for a null pointer. */
const readText = (pointer: unknown, most: number) => {
  if (pointer === null || pointer === 0n) return null
  const bytes: number[] = []
  for (let at = 0; at < most; at++) {
    const byte = koffi.decode(pointer, at, 'uint8_t') as number
    if (byte === 0) break
    bytes.push(byte)
  }
  return Buffer.from(bytes).toString('latin1')
}

const returned = ({ free }: Native, { returns }: FunctionSpec, value: unknown, handles: Handles): WireResult['ret'] => {
  if (returns.type === 'void') return null
  if (returns.type === 'handle') return handles.keep(value)
  if (returns.type === 'cstr') {
    const text = readText(value, returns.bytes)
    if (text !== null) free?.(value)
    return text
  }
  return typeof value === 'bigint' ? value.toString() : Number(value)
}

const callNative = (native: Native, spec: FunctionSpec, args: WireArgs, handles: Handles): WireResult => {
  const values = native.valuesOf(args)
  const answer = native.call(...values)
  const result: WireResult = { ret: null, out: {}, ints: {}, handles: {}, events: native.takeEvents(), overrun: [] }
  result.ret = returned(native, spec, answer, handles)
  spec.params.forEach((param, index) => {
    const value = values[index]
    if (param.type === 'i32*') result.ints[param.name] = (value as number[])[0]!
    if (param.type === 'handle' && param.dir === 'out')
      result.handles![param.name] = handles.keep((value as unknown[])[0])
    if (param.type !== 'buf' && param.type !== 'struct') return
    const { bytes, overrun } = written(param, value as Buffer)
    if (overrun) result.overrun.push(param.name)
    result.out[param.name] = bytes.toString('base64')
  })
  return result
}

/** Loads a driver's library into this process and declares its functions when they are first called. */
export const openLibrary = (manifest: Manifest, dir: string, file: string): Implementation => {
  const library = koffi.load(join(dir, file))
  const handles = createHandles()
  const natives = createNatives(library, manifest, handles)
  return {
    call: (name, spec, args) => {
      const native = natives(name, spec)
      if (!native) {
        const text = `动态库里没有函数 ${spec.symbol ?? name}，版本可能不对`
        throw new AgentError('DRIVER_MISSING_FILE', { text })
      }
      return callNative(native, spec, args, handles)
    },
  }
}
