import { mkdirSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, join } from 'node:path'
import { root } from './root.ts'

/** Kept between runs: only what a change reaches is checked again, 2 s instead of 8. */
const memory = join(root, 'node_modules', '.cache', 'types.tsbuildinfo')

/** Arguments of tsc for the whole repository; `remembered` in which file it keeps what it knows. */
export const typeCheckArgs = (remembered = memory): string[] => {
  mkdirSync(dirname(remembered), { recursive: true })
  // Every checker works out the types of the libraries for itself: more of them than cores only repeat that.
  const checkers = String(Math.min(4, availableParallelism()))
  return ['--noEmit', '-p', root, '--checkers', checkers, '--incremental', '--tsBuildInfoFile', remembered]
}

/**
 * Environment of tsc: it lives for seconds, so what it forgets need not be collected until half of the machine's memory
 * is taken; collecting was a third of its work.
 */
export const typeCheckEnv = (): NodeJS.ProcessEnv => ({
  GOGC: 'off',
  GOMEMLIMIT: `${Math.floor(totalmem() / 2 / 1024 / 1024)}MiB`,
})
