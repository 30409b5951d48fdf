/** Money inside the product: integer fen (1/100 yuan). */
export type Fen = number

/** Text with at most `decimals` decimals as a scaled integer: scaled('1.5', 4) = 15000n. RangeError on anything else. */
export const scaled = (value: string, decimals: number): bigint => {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(value)
  const fraction = match?.[3] ?? ''
  if (!match || fraction.length > decimals) throw new RangeError(`not a number with ${decimals} decimals`)
  const digits = BigInt(match[2] + fraction.padEnd(decimals, '0'))
  return match[1] ? -digits : digits
}

/** Scaled integer as text with exactly `decimals` decimals. */
export const unscaled = (value: bigint, decimals: number): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0')
  const text = decimals ? `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}` : digits
  return value < 0n ? `-${text}` : text
}

/** '85.60' → 8560. RangeError when the text is no amount. */
export const fen = (text: string): Fen => Number(scaled(text, 2))

/** 8560 → '85.60'. */
export const yuan = (value: Fen): string => unscaled(BigInt(value), 2)

/** A decimal as people write it: '2.0000' → '2', '1.50' → '1.5'; what has no decimals stays (ux 2.5). */
export const trimZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)

/** A ratio of up to four decimals as people read it: 0.7000 → 70%, 0.8750 → 87.5%. */
export const formatPercent = (ratio: string): string => `${trimZeros(unscaled(scaled(ratio, 4), 2))}%`

const divideHalfUp = (value: bigint, by: bigint): bigint => {
  const negative = value < 0n
  const size = negative ? -value : value
  const rounded = (size * 2n + by) / (by * 2n)
  return negative ? -rounded : rounded
}

/** A price for people: separators, two decimals, more only where there are more (ux 2.5). '10' → '10.00'. */
export const formatPrice = (value: string): string => {
  const [whole = '', decimals = ''] = value.replace('-', '').split('.')
  const sign = value.startsWith('-') ? '-' : ''
  return `${sign}${formatAmount(`${whole}.00`).slice(0, -3)}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`
}

/** price (6 decimals) × quantity (4 decimals) in fen, HALF_UP: the only product of the system (DESIGN 5). */
export const lineAmount = (price: string, quantity: string): Fen =>
  Number(divideHalfUp(scaled(price, 6) * scaled(quantity, 4), 100_000_000n))

/** Total in fen, exact because each part is an integer; 0 for an empty list. */
export const sum = (values: readonly Fen[]): Fen => values.reduce((total, value) => total + value, 0)

/** Amount for people: commas stripped, non-numeric gives '', two decimals HALF_UP, thousands separators (SPEC 5). */
export const formatAmount = (value: string | number | null | undefined): string => {
  const plain = String(value ?? '')
    .replaceAll(',', '')
    .trim()
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(plain)) return ''
  const [whole = '', fraction = ''] = plain.replace('-', '').split('.')
  const rounded = divideHalfUp(
    BigInt((whole || '0') + fraction.padEnd(2, '0')),
    10n ** BigInt(Math.max(0, fraction.length - 2)),
  )
  const digits = unscaled(rounded, 2).replace(/\B(?=(\d{3})+\.)/g, ',')
  return plain.startsWith('-') && rounded > 0n ? `-${digits}` : digits
}

/** A count or a quantity for people: separators, its decimals as they are. 1000000 → '1,000,000'. */
export const formatCount = (value: string | number): string => {
  const [whole = '', ...decimals] = String(value).split('.')
  return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.')
}

/** An amount as somebody types it, as the wire has it: '1,200.5' → '1200.50'; what is no amount stays as it is. */
export const typedAmount = (text: string): string => {
  const plain = text.normalize('NFKC').trim()
  return formatAmount(plain).replaceAll(',', '') || plain
}

const digit = '零壹贰叁肆伍陆柒捌玖'
const unit = ['', '拾', '佰', '仟']
const bigUnits = [
  [100_000_000, '亿'],
  [10_000, '万'],
  [1, ''],
] as const

const fourDigits = (value: number): string => {
  let text = ''
  for (let place = 3; place >= 0; place--) {
    const d = Math.floor(value / 10 ** place) % 10
    if (d) text += digit[d]! + unit[place]
    else if (text && !text.endsWith('零')) text += '零'
  }
  return text.replace(/零+$/, '')
}

/** Amount in capitals for slips: 2560 → 贰拾伍元陆角整, negative with 负 (domain.md 9.1). */
export const capitals = (value: Fen): string => {
  const size = Math.abs(value)
  const whole = Math.floor(size / 100)
  const jiao = Math.floor(size / 10) % 10
  const cent = size % 10
  let text = ''
  for (const [divisor, name] of bigUnits) {
    const part = Math.floor(whole / divisor) % 10_000
    if (part) text += (text && part < 1000 ? '零' : '') + fourDigits(part) + name
  }
  const sign = value < 0 ? '负' : ''
  if (!jiao && !cent) return `${sign}${text || '零'}元整`
  const dimes = jiao ? `${digit[jiao]}角` : whole ? '零' : ''
  const cents = cent ? `${digit[cent]}分` : '整'
  return `${sign}${text && `${text}元`}${dimes}${cents}`
}
