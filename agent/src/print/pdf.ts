/** A PDF closes with this, within so many of its last bytes (ISO 32000 7.5.5 and what every reader allows). */
const end = '%%EOF'
const endWithin = 1024

/** Whether the bytes say of themselves that they are a PDF. */
export const isPdf = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 5) === '%PDF-'

/** Whether a PDF came to its end: one that was cut off prints nothing, or half a slip. */
export const isWholePdf = (bytes: Buffer): boolean => bytes.subarray(-endWithin).includes(end)
