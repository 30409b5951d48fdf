/** What a centre refused and nobody has mended: how many, for people, and the newest one's moment. */
export interface Refused {
  text: string
  at: Date
}

/** More are counted on the page. */
const most = 99

/** Rows that are read to count them: one more than is named. */
export const readAtMost = most + 1

/** Counts refused rows, the newest first, of which `readAtMost` were read; undefined when there is none. */
export const refusedOf = (found: readonly { at: Date }[]): Refused | undefined => {
  const [newest] = found
  const count = found.length
  return newest && { text: count > most ? `${most} 条以上` : `${count} 条`, at: newest.at }
}
