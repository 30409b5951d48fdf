import type { FunctionSpec } from '@yibao/shared/agent/driver/function.ts'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import type { CallbackParam, Param } from '@yibao/shared/agent/driver/param.ts'
import koffi, { type LibraryHandle } from 'koffi'
import type { Handles } from './handles.ts'
import { scalarTypes, toNative, typeOf } from './native-args.ts'
import type { WireArgs, WireResult } from './wire.ts'

type Events = NonNullable<WireResult['events']>

/** A function of a loaded library. */
export interface Native {
  call: (...args: unknown[]) => unknown
  /** The arguments in order as koffi takes them; out buffers are written in place. */
  valuesOf: (args: WireArgs) => unknown[]
  /** What the library called back since the last time this was asked. */
  takeEvents: () => Events
  /** Gives a returned text back to the library. */
  free?: (pointer: unknown) => void
}

/** Bytes of the arguments of a stdcall function, as its decorated name counts them on 32 bits. */
const stackBytes = (params: readonly Param[]) =>
  params.reduce((sum, { type }) => sum + (type === 'i64' || type === 'u64' || type === 'f64' ? 8 : 4), 0)

/** The names a function may be exported under: compilers decorate stdcall differently, and only on 32 bits. */
export const exportedNames = (name: string, stdcall: boolean, params: readonly Param[], arch: string = process.arch) =>
  stdcall && arch === 'ia32' ? [name, `_${name}@${stackBytes(params)}`, `${name}@${stackBytes(params)}`] : [name]

const word = (stdcall: boolean) => (stdcall ? '__stdcall' : '__cdecl')
/** Texts that a library passes back are read up to here, bytes. */
const textBytes = 4096

const noted = (type: CallbackParam['params'][number]['type'], value: unknown) => {
  if (typeof value === 'bigint' && type !== 'str') return value.toString()
  if (type !== 'str') return Number(value)
  if (value === null || value === 0n) return null
  const bytes: number[] = []
  for (let at = 0; at < textBytes; at++) {
    const byte = koffi.decode(value, at, 'uint8_t') as number
    if (byte === 0) break
    bytes.push(byte)
  }
  return Buffer.from(bytes).toString('base64')
}

/** A function of ours that notes what it is called with. It lives as long as the process: the library may keep it. */
const callback = ({ name, params, answer }: CallbackParam, stdcall: boolean, events: () => Events) => {
  const types = params.map(({ type }) => (type === 'str' ? 'void *' : scalarTypes[type]))
  const proto = koffi.pointer(koffi.proto(word(stdcall), null, answer === undefined ? 'void' : 'int', types))
  const note = (...args: unknown[]) => {
    const list = events()
    list[name] ??= []
    list[name].push(args.map((value, index) => noted(params[index]!.type, value)))
    return answer
  }
  return { type: proto, value: koffi.register(note, proto) }
}

const firstOf = <T>(names: readonly string[], find: (name: string) => T): T | undefined => {
  for (const name of names)
    try {
      return find(name)
    } catch {
      // Not exported under this name.
    }
  return undefined
}

/** Declares functions of a library by their specs, each once; undefined when the library exports none of that name. */
export const createNatives = (library: LibraryHandle, manifest: Manifest, handles: Handles) => {
  const known = new Map<string, Native>()
  const declare = (name: string, spec: FunctionSpec): Native | undefined => {
    const { params, returns } = spec
    const stdcall = (spec.convention ?? manifest.convention) === 'stdcall'
    let events: Events = {}
    const callbacks = new Map<string, ReturnType<typeof callback>>()
    const types = params.map((param) => {
      if (param.type !== 'callback') return typeOf(param)
      const made = callback(param, stdcall, () => events)
      callbacks.set(param.name, made)
      return made.type
    })
    const pointer = returns.type === 'cstr' || returns.type === 'handle'
    const answer = pointer ? 'void *' : returns.type === 'void' ? 'void' : scalarTypes[returns.type]
    const names = exportedNames(spec.symbol ?? name, stdcall, params)
    const call = firstOf(names, (symbol) => library.func(word(stdcall), symbol, answer, types))
    if (!call) return undefined
    const freeName = returns.type === 'cstr' ? returns.free : undefined
    const free = freeName
      ? firstOf(exportedNames(freeName, stdcall, [{ name: 'p', dir: 'in', type: 'null' }]), (symbol) =>
          library.func(word(stdcall), symbol, 'void', ['void *']),
        )
      : undefined
    const toValue = (param: Param, value: WireArgs[string]) => {
      if (param.type === 'callback') return callbacks.get(param.name)!.value
      if (param.type !== 'handle') return toNative(param, value)
      return param.dir === 'in' ? handles.of(value) : [null]
    }
    return {
      call,
      free,
      valuesOf: (args) => {
        events = {}
        return params.map((param) => toValue(param, args[param.name] ?? null))
      },
      takeEvents: () => events,
    }
  }
  return (name: string, spec: FunctionSpec): Native | undefined => {
    const native = known.get(name) ?? declare(name, spec)
    if (native) known.set(name, native)
    return native
  }
}
