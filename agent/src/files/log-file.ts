import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { withoutLink } from './disk.ts'

/** Windows has no links that a plain account may make. */
const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = constants
const toAppend = O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW

/** Bytes of one file and how many are kept: a counter's disk is small and a week must fit. */
const defaults = { bytes: 5 * 1024 * 1024, files: 5 }

interface LogFile {
  write(text: string): void
  /** The end of what was written, at most so many characters, whole lines, over the turn of a file. */
  tail(chars: number): string
  close(): void
}

const endOf = (file: string, bytes: number): Buffer => {
  if (!existsSync(file)) return Buffer.alloc(0)
  const { size } = statSync(file)
  const wanted = Math.min(size, bytes)
  const buffer = Buffer.alloc(wanted)
  const fd = openSync(file, 'r')
  try {
    readSync(fd, buffer, 0, wanted, size - wanted)
  } finally {
    closeSync(fd)
  }
  return buffer
}

/** The agent's log on disk: `agent.log`, then `agent.1.log` and older ones; for its own account only. */
export const openLogFile = (folder: string, { bytes, files } = defaults): LogFile => {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const nameOf = (n: number) => join(folder, n === 0 ? 'agent.log' : `agent.${n}.log`)
  const open = () => openSync(withoutLink(nameOf(0)), toAppend, 0o600)
  let fd = open()
  let size = fstatSync(fd).size
  // The old one stays open until there is a new one: whoever holds a file (an editor, a virus scanner) makes the log
  // longer than it should be, and a descriptor that was closed may be somebody else's by the next line.
  const turn = () => {
    // Up to the first gap only: where one file is held, each try would push another of the older ones out.
    const older = Array.from({ length: files - 1 }, (_, n) => n + 1)
    const to = older.find((n) => !existsSync(nameOf(n))) ?? files - 1
    rmSync(nameOf(to), { force: true })
    for (let n = to; n > 0; n--) renameSync(nameOf(n - 1), nameOf(n))
    const next = open()
    closeSync(fd)
    fd = next
    size = 0
  }
  const turnIfFull = (more: number) => {
    if (size === 0 || size + more <= bytes) return
    try {
      turn()
    } catch {
      // The next line tries again.
    }
  }
  return {
    write: (text) => {
      // A full disk must not stop a counter: the line is lost, the work goes on.
      try {
        turnIfFull(Buffer.byteLength(text))
        size += writeSync(fd, text)
      } catch {
        // Said above.
      }
    },
    tail: (chars) => {
      const now = endOf(nameOf(0), chars * 3)
      const before = now.length < chars ? endOf(nameOf(1), chars * 3) : Buffer.alloc(0)
      const text = Buffer.concat([before, now]).toString('utf8').slice(-chars)
      return text.length < chars ? text : text.slice(text.indexOf('\n') + 1)
    },
    close: () => {
      closeSync(fd)
      fd = -1
    },
  }
}
