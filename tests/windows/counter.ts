import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import type { Windows } from '../../installer/wine.ts'

const services = 'HKLM\\System\\CurrentControlSet\\Services'
const readyMs = { timeout: 40_000, interval: 200 }
/** Long enough for a slow machine to fetch, unpack and try out a version. */
const updateMs = { timeout: 120_000, interval: 200 }

/** What the printer whose papers lie in `folder` was sent for this job, byte by byte; empty before it came. */
export const paperOf = (folder: string, job: string): string => {
  const name = readdirSync(folder).find((one) => one.includes(job))
  return name === undefined ? '' : readFileSync(join(folder, name), 'latin1')
}

/** A Windows PC with the agent installed in the usual places, and what a technician asks of it. */
export const counterOn = (windows: Windows) => {
  const drive = (...names: string[]) => join(windows.prefix, 'drive_c', ...names)
  const root = (...names: string[]) => drive('Program Files', 'YibaoAgent', ...names)
  const data = (...names: string[]) => drive('ProgramData', 'YibaoAgent', ...names)
  const program = () => {
    const active = readFileSync(root('current'), 'utf8').trim()
    return `C:\\Program Files\\YibaoAgent\\versions\\${active}\\agent.exe`
  }
  const registry = async (key: string) => (await windows.run(['reg', 'query', key, '/s', '/reg:64'])).output
  const taskFile = drive('windows', 'system32', 'tasks', 'YibaoAgent', 'Desk')
  const deskReady = async (base: string): Promise<void> =>
    vi.waitFor(async () => {
      const health = await fetch(`${base}/health`)
      expect(health.status, await health.text()).toBe(200)
    }, readyMs)
  return {
    root,
    data,
    registry,
    taskFile,
    deskReady,
    agent: (...args: string[]) => windows.run([program(), ...args]),
    service: (name: string) => registry(`${services}\\${name}`),
    services: () => registry(services),
    /**
     * What the task does when somebody logs on, once more where a desk fails before it is ready (RestartOnFailure), which
     * is said. Wine keeps the task and forgets its command, which is a test of its own.
     */
    logOn: async (base: string) => {
      expect(existsSync(taskFile)).toBe(true)
      const ready = deskReady(base)
      const ended = await Promise.race([windows.start([program(), 'desk']), ready])
      if (ended?.code) {
        console.log(`a desk ended with ${ended.code} before it was ready: ${ended.output}`)
        void windows.start([program(), 'desk'])
      }
      await ready
    },
    /** What the updater wrote down, which nobody sees otherwise: its service has no output. */
    updateLog: () => readFileSync(data('update', 'logs', 'agent.log'), 'utf8'),
    /** The update to this version as the journal has it, once it is at its end. */
    updated: async (to: string) => {
      const journal = () => JSON.parse(readFileSync(data('update', 'journal.json'), 'utf8'))
      const ended = { to, phase: expect.stringMatching(/committed|rolledBack/) }
      await vi.waitFor(() => expect(journal()).toMatchObject(ended), updateMs)
      return journal()
    },
  }
}
