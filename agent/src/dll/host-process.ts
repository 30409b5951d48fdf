import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostFrameBytes, listenForChild, type Peer, secretVariable } from '../pipe.ts'
import type { LoadRequest } from './host-main.ts'
import type { WireArgs, WireResult } from './wire.ts'

/** How to start a host of some bitness: `pipe` and `driverDir` must reach `runHost`. */
export type HostCommand = (host: { bits: 32 | 64; pipe: string; driverDir: string; besideDll: boolean }) => {
  file: string
  args: string[]
}

/** How a host ended. */
export interface HostExit {
  code: number | null
  signal: string | null
}

/** A running host process with its driver loaded. */
export interface Host {
  pid: number
  /** Rejects with PeerGone, DeadlineError, or the host's refusal. */
  call: (fn: string, args: WireArgs, deadlineMs: number, simulate?: unknown) => Promise<WireResult>
  kill: () => void
  readonly exited: Promise<HostExit>
}

export interface HostStart extends LoadRequest {
  dir: string
  bits: 32 | 64
  command: HostCommand
  startMs: number
}

// The system's few variables and the declared ones; nothing of ours (tokens, paths) reaches a vendor's code.
const kept = ['SystemRoot', 'SYSTEMROOT', 'windir', 'TEMP', 'TMP', 'USERPROFILE', 'APPDATA', 'HOME', 'LANG', 'TZ']

const environmentOf = (declared: Record<string, string>, secret: string) => ({
  ...Object.fromEntries(kept.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []))),
  ...declared,
  [secretVariable]: secret,
})

const connected = (child: ChildProcess, peer: Promise<Peer>, startMs: number) =>
  Promise.race([
    peer,
    once(child, 'exit').then(() => Promise.reject(new Error('the host ended before it connected'))),
    once(child, 'error').then(([error]) => Promise.reject(error)),
    new Promise<never>((_, reject) => {
      setTimeout(reject, startMs, new Error('the host did not connect in time')).unref()
    }),
  ])

/** Starts a host in the driver's folder and has it load the driver; kills it again when that does not work. */
export const startHost = async (start: HostStart): Promise<Host> => {
  const listener = await listenForChild({ maxBytes: hostFrameBytes })
  const { manifest, dir, bits, dataDir, file } = start
  const { file: program, args } = start.command({
    bits,
    pipe: listener.path,
    driverDir: dir,
    besideDll: manifest.hostBesideDll,
  })
  // No stdio: a vendor prints what it likes, card numbers included, and inherited handles break across bitness.
  const child = spawn(program, args, {
    cwd: dir,
    stdio: 'ignore',
    windowsHide: true,
    env: environmentOf(manifest.env, listener.secret),
  })
  const exited = new Promise<HostExit>((resolve) => {
    child.on('exit', (code, signal) => resolve({ code, signal }))
    child.on('error', () => resolve({ code: null, signal: null }))
  })
  const kill = () => {
    child.kill('SIGKILL')
  }
  try {
    const peer = await connected(child, listener.peer, start.startMs)
    await peer.request('load', { manifest, file, dataDir } satisfies LoadRequest, { deadlineMs: start.startMs })
    return {
      pid: child.pid ?? 0,
      call: async (fn, values, deadlineMs, simulate) =>
        (await peer.request('call', { fn, args: values, simulate }, { deadlineMs })) as WireResult,
      kill,
      exited,
    }
  } catch (error) {
    kill()
    throw error
  } finally {
    listener.close()
  }
}
