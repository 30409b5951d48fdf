import { readFileSync } from 'node:fs'

// What a power cut takes of a file that was not on the disk yet: it has its name, often its size and its time, and ends
// in zeros or before its end (NTFS zeroes what it cannot vouch for).

const written = (bytes: Buffer) => {
  let end = bytes.length
  while (end > 0 && bytes[end - 1] === 0) end -= 1
  return bytes.subarray(0, end)
}

/** Whether a file that was written with `size` bytes may have been cut; one that only ends in zeros is said to, too. */
export const mayBeCut = (file: string, size: number): boolean => written(readFileSync(file)).length < size

/** Whether a file is these bytes cut off. A shorter one that somebody else wrote since is another one. */
export const isCut = (file: string, whole: Buffer): boolean => {
  const bytes = readFileSync(file)
  const left = written(bytes)
  return !bytes.equals(whole) && left.equals(whole.subarray(0, left.length))
}
