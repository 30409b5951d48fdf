import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import { type ChildExit, type Command, startChild } from '../ipc/child.ts'
import { hostFrameBytes } from '../ipc/pipe.ts'
import type { CallAnswer, LoadRequest, WireArgs, WireResult } from './wire.ts'

/** How to start a host of some bitness: `pipe` and `driverDir` must reach `runHost`. */
export type HostCommand = (host: { bits: 32 | 64; pipe: string; driverDir: string; besideDll: boolean }) => Command

/** A running host process with its driver loaded. */
export interface Host {
  pid: number
  /** Rejects with PeerGone, DeadlineError, or the host's refusal. */
  call: (fn: string, args: WireArgs, deadlineMs: number, simulate?: unknown) => Promise<WireResult>
  /** Bytes its process held after its last call; 0 while nobody said. */
  held: () => number
  kill: () => void
  readonly exited: Promise<ChildExit>
}

interface HostStart {
  manifest: Manifest
  dir: string
  bits: 32 | 64
  command: HostCommand
  startMs: number
}

/** A host process that has not loaded its driver yet. */
export interface BareHost {
  /** Has it load the driver; it is ended when that does not work. */
  load: (request: Omit<LoadRequest, 'manifest'>) => Promise<Host>
  kill: () => void
  readonly exited: Promise<ChildExit>
}

// The system's few variables and the declared ones; nothing of ours (tokens, paths) reaches a vendor's code.
const kept = ['SystemRoot', 'SYSTEMROOT', 'windir', 'TEMP', 'TMP', 'USERPROFILE', 'APPDATA', 'HOME', 'LANG', 'TZ']

const environmentOf = (declared: Record<string, string>) => ({
  ...Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  ...declared,
})

/** Starts a host in the driver's folder. */
export const openHost = async ({ manifest, dir, bits, command, startMs }: HostStart): Promise<BareHost> => {
  const { child, peer, exited } = await startChild({
    command: (pipe) => command({ bits, pipe, driverDir: dir, besideDll: manifest.hostBesideDll }),
    env: environmentOf(manifest.env),
    cwd: dir,
    // A vendor prints what it likes, card numbers included, and inherited handles break across bitness.
    stdio: 'ignore',
    startMs,
    maxBytes: hostFrameBytes,
  })
  const kill = () => {
    child.kill('SIGKILL')
  }
  const orKill = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error) => {
      kill()
      throw error
    })
  const host = await orKill(peer)
  return {
    kill,
    exited,
    load: async (request) => {
      const deadlineMs = startMs
      await orKill(host.request('load', { manifest, ...request } satisfies LoadRequest, { deadlineMs }))
      let held = 0
      return {
        pid: child.pid ?? 0,
        call: async (fn, values, deadlineMs, simulate) => {
          const answer = await host.request('call', { fn, args: values, simulate }, { deadlineMs })
          const { memory, ...result } = answer as CallAnswer
          held = memory ?? held
          return result
        },
        held: () => held,
        kill,
        exited,
      }
    },
  }
}
