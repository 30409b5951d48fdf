import type { FunctionSpec } from '@yibao/shared/agent/driver/function.ts'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'

/** Arguments between desk and host: numbers as they are, text, bytes and structs as base64 in the driver's encoding. */
export type WireArgs = Record<string, number | string | null>

/** What a call left behind. `ret` is latin1 text for a returned `char *`, digits for a 64-bit number, a handle's token. */
export interface WireResult {
  ret: number | string | null
  /** Written bytes of each out buffer and struct, base64. */
  out: Record<string, string>
  /** Values of the i32* parameters. */
  ints: Record<string, number>
  /** Tokens of the handles it gave. */
  handles?: Record<string, string | null>
  /** Arguments of each call back, in order; texts as base64. */
  events?: Record<string, (number | string | null)[][]>
  /** Out buffers whose canary is dead: memory of this process can no longer be trusted. */
  overrun: string[]
}

/** What a host answers to a call: what it left behind, and the bytes its process holds then. */
export type CallAnswer = WireResult & { memory?: number }

/** A loaded driver inside a host: a library or a simulator. */
export interface Implementation {
  call: (name: string, spec: FunctionSpec, args: WireArgs, simulate?: unknown) => WireResult
}

/** What a host says once the driver is loaded. */
export interface HostHello {
  pid: number
  bits: number
  node: string
}

/** What the desk sends first. It has checked manifest and file; this process only loads them. */
export interface LoadRequest {
  manifest: Manifest
  /** Real path of the library; absent for a simulator. */
  file?: string
  dataDir: string
}
