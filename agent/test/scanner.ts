import { renameSync } from 'node:fs'
import { moveOver } from '../src/files/disk.ts'

/** A virus scanner that looks through each folder which has just been written: Windows refuses its first rename. */
export const scanner = () => {
  const held: string[] = []
  const move = (from: string, to: string, rename = renameSync): void =>
    moveOver(
      from,
      to,
      (...paths) => {
        if (held.includes(from)) return rename(...paths)
        held.push(from)
        throw Object.assign(new Error('held'), { code: 'EBUSY' })
      },
      [1],
    )
  return { held, move }
}
