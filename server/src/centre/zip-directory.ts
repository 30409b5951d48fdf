const [endMark, entryMark] = [0x06054b50, 0x02014b50]
const endBytes = 22
const entryBytes = 46
/** A remark behind the directory may be so long. */
const mostRemark = 0xffff

const endOf = (content: Buffer): number | undefined => {
  const first = Math.max(0, content.length - endBytes - mostRemark)
  for (let at = content.length - endBytes; at >= first; at -= 1) if (content.readUInt32LE(at) === endMark) return at
  return undefined
}

/** How a file of a ZIP is told from others here: its CRC-32 and its length unpacked. */
export const markOf = (crc: number, bytes: number): string => `${crc}/${bytes}`

/**
 * The marks of the files that a ZIP's own directory names, empty ones left out; undefined where it has none that can be
 * read, as one that was cut off. It stands behind the files, so it proves that all of them came.
 */
export const directoryMarks = (zip: Uint8Array): string[] | undefined => {
  const content = Buffer.from(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = endOf(content)
  if (end === undefined) return undefined
  const marks: string[] = []
  let at = content.readUInt32LE(end + 16)
  for (let left = content.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (at + entryBytes > end || content.readUInt32LE(at) !== entryMark) return undefined
    const bytes = content.readUInt32LE(at + 24)
    if (bytes > 0) marks.push(markOf(content.readUInt32LE(at + 16), bytes))
    // Behind each entry: its name, what else is said of it, a remark.
    const behind = [28, 30, 32].reduce((sum, place) => sum + content.readUInt16LE(at + place), 0)
    at += entryBytes + behind
  }
  return marks
}
