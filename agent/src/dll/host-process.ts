import { type ChildExit, type Command, startChild } from '../child.ts'
import { hostFrameBytes } from '../pipe.ts'
import type { LoadRequest } from './host-main.ts'
import type { WireArgs, WireResult } from './wire.ts'

/** How to start a host of some bitness: `pipe` and `driverDir` must reach `runHost`. */
export type HostCommand = (host: { bits: 32 | 64; pipe: string; driverDir: string; besideDll: boolean }) => Command

/** A running host process with its driver loaded. */
export interface Host {
  pid: number
  /** Rejects with PeerGone, DeadlineError, or the host's refusal. */
  call: (fn: string, args: WireArgs, deadlineMs: number, simulate?: unknown) => Promise<WireResult>
  kill: () => void
  readonly exited: Promise<ChildExit>
}

export interface HostStart extends LoadRequest {
  dir: string
  bits: 32 | 64
  command: HostCommand
  startMs: number
}

// The system's few variables and the declared ones; nothing of ours (tokens, paths) reaches a vendor's code.
const kept = ['SystemRoot', 'SYSTEMROOT', 'windir', 'TEMP', 'TMP', 'USERPROFILE', 'APPDATA', 'HOME', 'LANG', 'TZ']

const environmentOf = (declared: Record<string, string>) => ({
  ...Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  ...declared,
})

/** Starts a host in the driver's folder and has it load the driver; kills it again when that does not work. */
export const startHost = async (start: HostStart): Promise<Host> => {
  const { manifest, dir, bits, dataDir, file, startMs } = start
  const { child, peer, exited } = await startChild({
    command: (pipe) => start.command({ bits, pipe, driverDir: dir, besideDll: manifest.hostBesideDll }),
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
  try {
    const host = await peer
    await host.request('load', { manifest, file, dataDir } satisfies LoadRequest, { deadlineMs: startMs })
    return {
      pid: child.pid ?? 0,
      call: async (fn, values, deadlineMs, simulate) =>
        (await host.request('call', { fn, args: values, simulate }, { deadlineMs })) as WireResult,
      kill,
      exited,
    }
  } catch (error) {
    kill()
    throw error
  }
}
