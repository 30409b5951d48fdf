import { statSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Layout, largestFile, rowTableFor, type SharedFile, uploadLayout } from './layout.ts'
import { LineReader } from './lines.ts'
import { kinds, type Report, type Task } from './worker.ts'

/** A difference between two files; each side's row as its line, absent where it has none. */
export interface FileDifference {
  kind: (typeof kinds)[number]
  local?: string
  centre?: string
}

interface CompareOptions {
  /** Paths of the two files: TAB between columns, a row per line, UTF-8, no heading (domain.md 5.3). */
  local: string
  centre: string
  localLayout?: Layout
  centreLayout?: Layout
  threads?: number
}

/** A file with the memory that threads share for it. Files up to 1.3 GB. */
const shared = (path: string, layout: Layout, threads: number): SharedFile => {
  const { size } = statSync(path)
  if (size > largestFile) throw new RangeError('对账文件超过 1.3 GB')
  return { path, size, layout, table: rowTableFor(size, threads) }
}

/** Runs one step on all threads; every report goes to `take`. Rejects when a thread dies or meets a broken line. */
const onAll = (workers: Worker[], task: Omit<Task, 'part' | 'parts'>, take: (report: Report) => void): Promise<void> =>
  new Promise((resolve, reject) => {
    let open = workers.length
    for (const [part, worker] of workers.entries()) {
      worker.removeAllListeners('message')
      worker.once('error', reject)
      worker.on('message', (report: Report) => {
        if (report.kind === 'broken')
          reject(new RangeError(`${report.side === 'local' ? '本地' : '中心'}文件第 ${report.at} 字节处的行缺列`))
        else if (report.kind === 'differences') take(report)
        else if (--open === 0) resolve()
      })
      worker.postMessage({ ...task, part, parts: workers.length })
    }
  })

/**
 * Compares two files of settlements by exact key (number and refund flag) and streams the differences, in no particular
 * order. Two threads in typed memory: of each row what is compared, plus about 20 bytes; differing lines are read
 * again. It is the engine for month files; a day needs none of it.
 */
export async function* compareFiles({
  local,
  centre,
  localLayout = uploadLayout,
  centreLayout = uploadLayout,
  threads = 2,
}: CompareOptions): AsyncGenerator<FileDifference> {
  const workers = Array.from({ length: threads }, () => new Worker(join(import.meta.dirname, 'worker.ts')))
  const [ours, theirs] = [new LineReader(local), new LineReader(centre)]
  const lineAt = (lines: LineReader, origin: number) => (origin < 0 ? undefined : lines.at(origin))
  try {
    const files = {
      local: shared(local, localLayout, threads),
      centre: shared(centre, centreLayout, threads),
    }
    await onAll(workers, { step: 'scan', ...files }, () => {})
    const ready: Float64Array[] = []
    let wake = () => {}
    let failed: unknown
    let finished = false
    const end = (error?: unknown) => {
      failed = error
      finished = true
      wake()
    }
    onAll(workers, { step: 'join', ...files }, (report) => {
      if (report.kind === 'differences') ready.push(report.packed)
      wake()
    }).then(() => end(), end)
    while (!finished || ready.length) {
      const packed = ready.shift()
      if (!packed) {
        await new Promise<void>((resolve) => {
          wake = resolve
          if (finished || ready.length) resolve()
        })
        continue
      }
      for (let i = 0; i < packed.length; i += 3)
        yield { kind: kinds[packed[i]!]!, local: lineAt(ours, packed[i + 1]!), centre: lineAt(theirs, packed[i + 2]!) }
    }
    if (failed) throw failed
  } finally {
    ours.close()
    theirs.close()
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}
