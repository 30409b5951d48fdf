/** 张三 → 张*, 王小明 → 王** (ux 2.5). Characters outside the BMP count once. */
export const maskName = (name: string): string => {
  const [first = '', ...rest] = [...name]
  return first + '*'.repeat(Math.min(rest.length, 3) || (first ? 1 : 0))
}

/**
 * What a centre says may quote a card, a certificate or an order: its words without them. What has no digit and no star (a
 * code like SIGN_LOST) is nobody's number.
 */
export const withoutNumbers = (text: string): string =>
  text.replace(/(?<![0-9A-Za-z*])(?=[A-Za-z]*[0-9*])[0-9A-Za-z*]{6,}/g, '…')

/** First `head` and last 4 characters of a number, the rest as eight stars; short ones vanish whole. */
export const maskNumber = (value: string, head = 4): string =>
  value.length > head + 4 ? `${value.slice(0, head)}********${value.slice(-4)}` : value && '********'
