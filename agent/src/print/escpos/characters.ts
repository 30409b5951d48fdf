import iconv from 'iconv-lite'

/** In two bytes and back; one byte above ASCII (the euro of code page 936) is nothing a Chinese printer knows. */
const isKnown = (character: string) => {
  if (character < '\x7f') return true
  const bytes = iconv.encode(character, 'gbk')
  return bytes.length === 2 && iconv.decode(bytes, 'gbk') === character
}

const codeOf = (character: string) => `〓U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`

/**
 * The text as a GBK printer can show it: 䶮 is at FE9F, 𠮷 is not in GBK and becomes 〓 with its code, as on the PDF (DESIGN 11).
 */
export const printable = (text: string): string =>
  // A control character is no text: it would be a command.
  [...text].map((one) => (one < ' ' || one === '\x7f' ? ' ' : isKnown(one) ? one : codeOf(one))).join('')

/** A text as receipt printers take it. */
export const gbk = (text: string): Buffer => iconv.encode(text, 'gbk')
