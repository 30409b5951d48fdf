import type { FunctionSpec } from './signature.ts'

/** Arguments between desk and host: numbers as they are, text and bytes as base64 in the driver's encoding. */
export type WireArgs = Record<string, number | string | null>

/** What a call left behind. `ret` is latin1 text for a returned `char *`, digits for a 64-bit number. */
export interface WireResult {
  ret: number | string | null
  /** Written bytes of each out buffer, base64. */
  out: Record<string, string>
  /** Values of the i32* parameters. */
  ints: Record<string, number>
  /** Out buffers whose canary is dead: memory of this process can no longer be trusted. */
  overrun: string[]
}

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
