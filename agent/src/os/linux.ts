import { readFileSync } from 'node:fs'
import koffi from 'koffi'

const PR_SET_PDEATHSIG = 1
const PR_SET_DUMPABLE = 4
const SIGKILL = 9

/** See process.ts; a core dump would hold card data. */
export const dieWithParent = () => {
  const prctl = koffi.load('libc.so.6').func('int prctl(int option, ulong a, ulong b, ulong c, ulong d)')
  prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0)
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
}

/** See process.ts: what RLIMIT_DATA counts, so that nothing is held that the limit sees and this does not. */
export const memoryHeld = (): number =>
  Number(/^VmData:\s*(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) * 1024

const RLIMIT_DATA = 2

/** See process.ts. What a process reserves without using it, as V8 does, does not count. */
export const limitMemory = (bytes: number) => {
  const limit = Buffer.alloc(16)
  for (const at of [0, 8]) limit.writeBigUInt64LE(BigInt(bytes), at)
  koffi.load('libc.so.6').func('int setrlimit(int resource, void *limit)')(RLIMIT_DATA, limit)
}
