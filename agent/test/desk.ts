import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deskFrameBytes, listenForChild, type PeerRequest, secretVariable } from '../src/pipe.ts'
import { roleEntry } from './native.ts'

/** A desk process with this test as its gateway. */
export const startDesk = async (options: {
  dataDir: string
  driversDir: string
  /** Answers what the desk asks upwards. */
  answer?: (request: PeerRequest) => Promise<unknown>
  env?: Record<string, string>
}) => {
  const { dataDir, driversDir, answer, env } = options
  const events: { event: string; data: unknown }[] = []
  const listener = await listenForChild({
    maxBytes: deskFrameBytes,
    handle: answer,
    onEvent: (event, data) => events.push({ event, data }),
  })
  const args = [roleEntry, 'desk', '--connect', listener.path, '--data', dataDir, '--drivers', driversDir]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env, [secretVariable]: listener.secret },
  })
  const peer = await listener.peer
  mkdirSync(dataDir, { recursive: true })
  return {
    pid: child.pid!,
    peer,
    events,
    ask: (verb: string, args: unknown = {}, deadlineMs = 10_000) => peer.request(verb, args, { deadlineMs }),
    /** Sets DATA_DIR/simulator.json. */
    simulate: (switches: object) => writeFileSync(join(dataDir, 'simulator.json'), JSON.stringify(switches)),
    kill: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
    stop: async () => {
      const gone = once(child, 'exit')
      peer.close()
      await gone
    },
  }
}

/** Whether a process is still there. */
export const alive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
