import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const main = fileURLToPath(import.meta.resolve('@yibao/server/simulator/main.ts'))

/** The centre simulator as a process of its own over a given data folder. */
export const startSimulator = async (dataDir: string, port = 0) => {
  const env = { ...process.env, CENTRE_PORT: String(port), DATA_DIR: dataDir }
  const child: ChildProcess = fork(main, [], { env, silent: true })
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout!.on('data', (data: Buffer) => {
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(data.toString())
      if (found) resolve(found[0])
    })
    child.once('exit', () => reject(new Error('the simulator ended while starting')))
  })
  return {
    url,
    port: Number(new URL(url).port),
    /** A fresh e-voucher code of a person. */
    code: async (psn: string): Promise<string> => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`${url}/simulator/qrcodes`, { method: 'POST', headers, body: JSON.stringify({ psn }) })
      return ((await answer.json()) as { code: string }).code
    },
    /** From now on the area settles everything but 41 and 93 in registered visits (docs/SIMULATOR.md). */
    wantVisits: async (area: string): Promise<void> => {
      const body = JSON.stringify({ area, name: 'outpatient', on: true })
      const answer = await fetch(`${url}/simulator/options`, { method: 'POST', body })
      if (!answer.ok) throw new Error(await answer.text())
    },
    stop: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      await gone
    },
  }
}
