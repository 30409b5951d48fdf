import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from '../src/ipc/child.ts'
import { deskFrameBytes, type PeerRequest } from '../src/ipc/pipe.ts'
import { selfArguments } from '../src/self.ts'

/** A desk process with this test as its gateway; `env` says more than DATA_DIR. */
export const startDesk = async (options: {
  dataDir: string
  /** Answers what the desk asks upwards. */
  answer?: (request: PeerRequest) => Promise<unknown>
  env?: Record<string, string>
}) => {
  const { dataDir, answer, env } = options
  const events: { event: string; data: unknown }[] = []
  const started = await startChild({
    command: (pipe) => ({ file: process.execPath, args: selfArguments('desk', '--connect', pipe) }),
    env: { ...process.env, ...env, DATA_DIR: dataDir },
    stdio: ['ignore', 'inherit', 'inherit'],
    startMs: 15_000,
    maxBytes: deskFrameBytes,
    handle: answer,
    onEvent: (event, data) => events.push({ event, data }),
  })
  const { child, exited } = started
  const peer = await started.peer
  mkdirSync(dataDir, { recursive: true })
  return {
    pid: child.pid!,
    peer,
    events,
    ask: (verb: string, args: unknown = {}, deadlineMs = 10_000) => peer.request(verb, args, { deadlineMs }),
    /** Sets DATA_DIR/simulator.json. */
    simulate: (switches: object) => writeFileSync(join(dataDir, 'simulator.json'), JSON.stringify(switches)),
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
    stop: async () => {
      peer.close()
      await exited
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
