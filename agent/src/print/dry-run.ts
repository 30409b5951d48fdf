import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sha256hex } from '../hash.ts'
import { type PrintPort, PrintQueue } from './queue.ts'
import { createJobStore, type Job } from './store.ts'

const waitMs = 5_000

/**
 * Sends a page through the print queue of this build to nowhere: kept, handed over, ended. False when any of it fails or
 * the bytes that come out are others. Works in a folder of its own under `folder`; touches no printer and no job.
 */
export const dryRunPrint = async (folder: string, pdf: Buffer): Promise<boolean> => {
  const place = mkdtempSync(join(folder, 'dry-run-'))
  let printed = ''
  const nowhere: PrintPort = {
    submit: async (_job, bytes) => {
      printed = sha256hex(bytes)
      return { printer: 'nowhere', printerJob: '1' }
    },
    status: async () => ({ state: 'done' }),
    cancel: async () => false,
  }
  const store = createJobStore(join(place, 'jobs.sqlite'))
  let end = (_well: boolean) => {}
  const ended = new Promise<boolean>((resolve) => {
    end = resolve
  })
  const onChange = ({ state }: Job) => {
    if (state === 'done') end(printed === sha256hex(pdf))
    else if (state === 'failed' || state === 'unsure') end(false)
  }
  const queue = new PrintQueue({ store, port: nowhere, onChange, onFault: () => end(false), pollMs: 20 })
  const timer = setTimeout(() => end(false), waitMs)
  try {
    queue.submit({ id: 'dry-run', bytes: pdf, printer: 'nowhere', copies: 1, paper: 'a4' })
    return await ended
  } finally {
    clearTimeout(timer)
    await queue.stop()
    store.close()
    rmSync(place, { recursive: true, force: true })
  }
}
