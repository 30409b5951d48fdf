import { readdirSync, readFileSync } from 'node:fs'

// A process with all that it started and they started: an agent is gateway, desk and hosts.

const gone = <T>(work: () => T, otherwise: T): T => {
  try {
    return work()
  } catch {
    return otherwise
  }
}

const childrenOf = (pid: number): number[] =>
  gone(
    () =>
      readdirSync(`/proc/${pid}/task`).flatMap((task) =>
        readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
      ),
    [],
  )

const treeOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(treeOf)]

const pssOf = (pid: number): number =>
  gone(() => Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024, 0)
const filesOf = (pid: number): number => gone(() => readdirSync(`/proc/${pid}/fd`).length, 0)

const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)

/** What the gateway and its desk hold: memory (PSS, MiB) and open files. Hosts come and go with their drivers. */
export const holdings = (gateway: number): { mib: number; files: number } => {
  const lasting = [gateway, ...childrenOf(gateway)]
  return { mib: sum(lasting.map(pssOf)), files: sum(lasting.map(filesOf)) }
}

/** Lets the PC sleep: every process stands still for so long, timers and all, and then goes on as if nothing had been. */
export const sleepThrough = async (gateway: number, nap: () => Promise<void>): Promise<void> => {
  const all = treeOf(gateway)
  const tell = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of all) gone(() => process.kill(pid, signal), false)
  }
  tell('SIGSTOP')
  try {
    await nap()
  } finally {
    tell('SIGCONT')
  }
}
