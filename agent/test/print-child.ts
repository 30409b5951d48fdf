import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { PrintQueue } from '../src/print/queue.ts'
import { createJobStore } from '../src/print/store.ts'

// A gateway's print queue as a process that a test kills. Usage: print-child <folder> <job | -> <answer | hang>
const [folder = '', id = '-', mode] = process.argv.slice(2)
const store = createJobStore(join(folder, 'jobs.sqlite'))
const queue = new PrintQueue({
  store,
  port: {
    submit: async (job) => {
      appendFileSync(join(folder, 'taken'), `${job.id}\n`)
      // What a kill between paper and answer looks like.
      if (mode === 'hang') await new Promise(() => setInterval(() => {}, 1000))
      return { printer: 'p', printerJob: '1' }
    },
    status: async (job) => ({ state: job.printerJob ? 'done' : 'gone' }),
    cancel: async () => false,
  },
  onChange: (job) => appendFileSync(join(folder, 'states'), `${job.id} ${job.state}\n`),
  pollMs: 10,
})
if (id !== '-') queue.submit({ id, pdf: Buffer.from('%PDF-1.4'), copies: 1, paper: 'roll80' })
// What the console reads as its answer: the job is ours, whoever sent it first.
appendFileSync(join(folder, 'answered'), `${id}\n`)
queue.wake()
