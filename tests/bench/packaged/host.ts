import { tmpdir } from 'node:os'
import { startChild } from '@yibao/agent/ipc/child.ts'
import { hostFrameBytes } from '@yibao/agent/ipc/frames.ts'

/** ms from the start of an executable in the role of a driver's host to its proof that it is one. */
export const startHost = async (file: string): Promise<number[]> => {
  const begin = performance.now()
  const { child, peer, exited } = await startChild({
    command: (pipe) => ({ file, args: ['host', '--connect', pipe, '--driver', tmpdir()] }),
    env: process.env,
    ...{ stdio: 'ignore', startMs: 15_000, maxBytes: hostFrameBytes },
  })
  await peer
  const ms = performance.now() - begin
  child.kill('SIGKILL')
  await exited
  return [ms]
}
