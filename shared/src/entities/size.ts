import { integer } from '../field.ts'

/** How large a file, a package or an index is. */
export const size = integer('大小（KB）')

/** Bytes as that says them. */
export const kilobytes = (bytes: number): number => Math.ceil(bytes / 1024)
