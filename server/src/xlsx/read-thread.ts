import { parentPort, workerData } from 'node:worker_threads'
import { sheetTexts, UnreadableSheet } from './sheet-texts.ts'

/** What the thread says of the workbook that it was given. */
export type Reading = { rows: string[][] } | { wrong: string }

const read = async (): Promise<Reading> => {
  try {
    return { rows: await sheetTexts(workerData as Uint8Array) }
  } catch (error) {
    if (error instanceof UnreadableSheet) return { wrong: error.message }
    throw error
  }
}

parentPort?.postMessage(await read())
