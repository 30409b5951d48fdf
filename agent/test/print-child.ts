import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { AgentError } from '../src/agent-error.ts'
import { PrintQueue } from '../src/print/queue.ts'
import { createJobStore, type Job, type JobState } from '../src/print/store.ts'

// A gateway's print queue as a process that a test kills. Usage: print-child <folder> <job | -> <where it stops>
// The spooler is a file: what it took is printed, whoever dies afterwards.

type Stop = 'never' | 'before' | 'taken' | JobState
const [folder = '', id = '-', stop = 'never'] = process.argv.slice(2) as [string, string, Stop]
const at = (name: string) => join(folder, name)
const read = (name: string) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : '')
const say = (name: string, line: string) => appendFileSync(at(name), `${line}\n`)
const offline = () => (existsSync(at('offline')) ? 'PRINTER_OFFLINE' : undefined)
const forever = () => new Promise<never>(() => setInterval(() => {}, 1000))

const knows = (job: Job) => read('spooled').includes(`${job.id}.${job.attempt}\n`)
const store = createJobStore(at('jobs.sqlite'))
const queue = new PrintQueue({
  store,
  port: {
    problem: async (job) => {
      say('looked', job.id)
      return offline()
    },
    submit: async (job) => {
      const problem = offline()
      if (problem) throw new AgentError(problem)
      if (stop === 'before') {
        say('reached', 'before')
        await forever()
      }
      say('taken', job.id)
      if (existsSync(at('remembers'))) say('spooled', `${job.id}.${job.attempt}`)
      if (stop === 'taken') {
        say('reached', 'taken')
        await forever()
      }
      return { printer: 'p', printerJob: '1' }
    },
    status: async (job) => {
      if (existsSync(at('waits'))) return { state: 'pending', problem: 'PRINTER_PAPER' }
      return { state: job.printerJob || knows(job) ? 'done' : 'gone' }
    },
    cancel: async () => false,
  },
  onChange: (job) => {
    say('states', `${job.id} ${job.state}`)
    if (job.state !== stop) return
    say('reached', stop)
    // Nothing more happens in this process: the kill finds the store as this move left it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  },
  pollMs: 10,
  retryMs: 10,
})
if (id !== '-') queue.submit({ id, bytes: Buffer.from('%PDF-1.4'), copies: 1, paper: 'roll80' })
// What the console reads as its answer: the job is ours, whoever sent it first.
say('answered', id)
queue.wake()
