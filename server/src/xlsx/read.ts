import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { refuse } from '../base/refuse.ts'
import { Crowd } from '../process/crowd.ts'
import type { Reading } from './read-thread.ts'

/** Memory of the thread, MB. A full sheet of what can be brought in takes a third of it. */
const most = 1024
/** Time of the thread, ms: what others bring in waits behind it. Such a sheet takes a few seconds. */
const longest = 60_000

const late: Reading = { wrong: '1 分钟没有读完，请把数据分成几个文件再上传；文件不大的，约 5 分钟后再传一次' }

/** Reads a workbook in a thread of its own. Rejects when that dies, of too little memory for instance. */
const inThread = (bytes: Uint8Array, patience: number): Promise<Reading> =>
  new Promise((resolve, reject) => {
    let isLate = false
    const worker = new Worker(join(import.meta.dirname, 'read-thread.ts'), {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: most },
    })
    const timer = setTimeout(() => {
      isLate = true
      void worker.terminate()
    }, patience)
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      if (isLate) resolve(late)
      else reject(new Error('the thread ended without a word'))
    })
  })

let before: Promise<unknown> = Promise.resolve()
/** Sheets read or waiting for it: the last of them is read before its console gives up, nearly always. */
const queue = new Crowd({ each: 6, all: 6 }, 'upload.busy')

/**
 * The first sheet of a workbook as rows of texts, the head row first; refuses what is no workbook. It is read beside the
 * process, one at a time and six in the line, the next one refused: what a stock list of 20 000 rows takes is a second in which nobody could settle. One that takes
 * longer than `patience`, ms, is given up.
 */
export const readSheet = async (bytes: Uint8Array, patience = longest): Promise<string[][]> => {
  const read = await queue
    .during('', () => {
      const reading = before.then(() => inThread(bytes, patience))
      before = reading.catch(() => undefined)
      return reading
    })
    .catch((fault: { code?: string }) => {
      if (fault.code === 'ERR_WORKER_OUT_OF_MEMORY') return { wrong: '内容过大' }
      throw fault
    })
  return 'wrong' in read ? refuse('upload.sheet', { text: read.wrong }) : read.rows
}
