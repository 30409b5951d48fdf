import { statfsSync } from 'node:fs'

/** Left to the counter by whatever we fetch: slips, spent tickets and bills are kept on the same disk. Bytes. */
export const leftFree = 300 * 1024 * 1024

/** The disk has no room for what is to be fetched, or would have none left for the counter. */
export class NoRoom extends Error {
  constructor() {
    super('the disk has no room for it')
    this.name = 'NoRoom'
  }
}

/** Bytes that this account may still write in a folder; a disk that does not say has room. */
export const freeIn = (folder: string): number => {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Throws NoRoom where `bytes` more in this folder would take the room that the counter works in (`left` bytes). */
export const needRoom = (folder: string, bytes: number, free: typeof freeIn = freeIn, left = leftFree): void => {
  if (bytes > 0 && free(folder) - bytes < left) throw new NoRoom()
}
