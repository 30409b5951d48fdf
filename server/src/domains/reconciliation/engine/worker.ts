import { parentPort } from 'node:worker_threads'
import { joinPart } from './join.ts'
import type { SharedFile } from './layout.ts'
import { BrokenLine, scanPart } from './scan.ts'

/** What a thread is told to do; every part of a step is done by another thread. */
export interface Task {
  step: keyof typeof steps
  part: number
  parts: number
  local: SharedFile
  centre: SharedFile
}

/**
 * What it reports: packed differences (kind, first byte in the local and in the centre's file), a broken line, or the
 * end of the step.
 */
export type Report =
  | { kind: 'differences'; packed: Float64Array }
  | { kind: 'broken'; side: 'local' | 'centre'; at: number }
  | { kind: 'done' }

export const kinds = ['localOnly', 'centreOnly', 'amounts'] as const

const packSize = 3 * 4096

const post = (report: Report) => parentPort?.postMessage(report)

const scan = ({ local, centre, part, parts }: Task): void => {
  for (const [side, file] of [
    ['local', local],
    ['centre', centre],
  ] as const) {
    try {
      scanPart(file, part, parts)
    } catch (error) {
      if (!(error instanceof BrokenLine)) throw error
      post({ kind: 'broken', side, at: error.at })
      return
    }
  }
  post({ kind: 'done' })
}

const join = ({ local, centre, part, parts }: Task): void => {
  let packed = new Float64Array(packSize)
  let size = 0
  joinPart(local, centre, part, parts, (kind, ours, theirs) => {
    packed.set([kinds.indexOf(kind), ours, theirs], size)
    size += 3
    if (size < packSize) return
    post({ kind: 'differences', packed })
    packed = new Float64Array(packSize)
    size = 0
  })
  if (size) post({ kind: 'differences', packed: packed.slice(0, size) })
  post({ kind: 'done' })
}

const steps = { scan, join }

parentPort?.on('message', (task: Task) => steps[task.step](task))
