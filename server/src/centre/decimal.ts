// Exact decimals between the centre's texts and our integers. Java centres write zero as "0E-8", some round to 4 places.

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/

const power = (exponent: number) => 10n ** BigInt(exponent)

const roundedQuotient = (value: bigint, divisor: bigint) => {
  const half = value < 0n ? -divisor / 2n : divisor / 2n
  return (value + half) / divisor
}

/**
 * The number in `text` times 10^scale, exact; digits beyond the scale are rounded half away from zero.
 * Undefined when the text is no decimal number.
 */
export const parseScaled = (text: string, scale: number): bigint | undefined => {
  const match = NUMBER.exec(text.trim())
  if (!match) return undefined
  const [, sign, whole = '', fraction = '', exponent = '0'] = match
  if (whole + fraction === '') return undefined
  const digits = BigInt(whole + fraction) * (sign === '-' ? -1n : 1n)
  const shift = scale + Number(exponent) - fraction.length
  return shift >= 0 ? digits * power(shift) : roundedQuotient(digits, power(-shift))
}

/** A scaled integer as text with exactly `scale` decimals: (20000n, 4) → "2.0000". */
export const formatScaled = (value: bigint, scale: number): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const split = digits.length - scale
  const fraction = scale > 0 ? `.${digits.slice(split)}` : ''
  return `${value < 0n ? '-' : ''}${digits.slice(0, split)}${fraction}`
}

/** Integer fen out of a yuan text; undefined when it is no number or too large to be exact. */
export const parseFen = (text: string): number | undefined => {
  const scaled = parseScaled(text, 2)
  if (scaled === undefined) return undefined
  const fen = Number(scaled)
  return Number.isSafeInteger(fen) ? fen : undefined
}

/** Integer fen as the centre wants it: yuan with two decimals. Throws RangeError on anything that is no integer. */
export const fenText = (fen: number): string => {
  if (!Number.isSafeInteger(fen)) throw new RangeError(`money must be integer fen, got ${fen}`)
  return formatScaled(BigInt(fen), 2)
}
