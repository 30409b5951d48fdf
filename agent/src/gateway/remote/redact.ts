/** What looks like a person's or a secret, each with what stands in its place. Order matters: the longest first. */
const marks: readonly [RegExp, string][] = [
  [/-----BEGIN [^-]+-----[\s\S]*?-----END [^-]+-----/g, '[密钥]'],
  [/(\b(?:Bearer|Basic|ticket\.)\s*)[\w.~+/=-]+/gi, '$1[凭据]'],
  [/\b[\w-]{20,}\.[\w-]{20,}\.[\w-]{20,}/g, '[凭据]'],
  [/\b[A-Za-z0-9_-]{43}\b/g, '[凭据]'],
  [/(?<!\d)\d{17}[\dXx](?!\d)/g, '[身份证号]'],
  [/(?<!\d)1[3-9]\d{9}(?!\d)/g, '[手机号]'],
  [/(?<![\d.:T-])\d{15,19}(?!\d)/g, '[卡号]'],
  [/(\\?"(?:pin|password|name|psn_name|idNumber|cardNumber|certno|card)\\?"\s*:\s*\\?")[^"\\]*/gi, '$1[已隐藏]'],
  [/([A-Za-z]:\\Users\\|\/home\/)[^\\/\s"]+/g, '$1[用户]'],
]

/** A text that leaves this PC for support, without what belongs to a person or opens a door (agent.md 3.4). */
export const redact = (text: string): string => marks.reduce((left, [mark, word]) => left.replace(mark, word), text)
