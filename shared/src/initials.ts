// Initials by pinyin order: the first character of each letter in the collation, then the readings it gets wrong.
const letters = 'ABCDEFGHJKLMNOPQRSTWXYZ'
const firsts = '阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他屲夕丫帀'
const collator = new Intl.Collator('zh-u-co-pinyin')
const readings: [text: string, initials: string][] = [
  ['人参', 'RS'],
  ['丹参', 'DS'],
  ['党参', 'DS'],
  ['西洋参', 'XYS'],
  ['参苓白术', 'SLBZ'],
  ['白术', 'BZ'],
  ['茯苓', 'FL'],
  ['头孢', 'TB'],
  ['阿胶', 'EJ'],
  ['东阿', 'DE'],
  ['单硝酸', 'DXS'],
  ['颗粒', 'KL'],
  ['薄荷', 'BH'],
  ['知柏', 'ZB'],
  ['川芎', 'CX'],
  ['黄芪', 'HQ'],
  ['黄芩', 'HQ'],
  ['杞菊', 'QJ'],
  ['枸杞', 'GQ'],
  ['血', 'X'],
  ['叶酸', 'YS'],
  ['银杏叶', 'YXY'],
  ['地黄', 'DH'],
  ['银行', 'YH'],
  ['参保', 'CB'],
  ['参数', 'CS'],
]

// A catalogue asks for millions of characters, of which a few thousand differ.
const known = new Map<string, string>()
const readingsOf = new Map<string, typeof readings>()
for (const reading of readings) {
  const first = [...reading[0]][0]!
  readingsOf.set(first, [...(readingsOf.get(first) ?? []), reading])
}

const letterOf = (character: string): string => {
  if (/[A-Za-z0-9]/.test(character)) return character.toUpperCase()
  if (!/\p{Script=Han}/u.test(character)) return ''
  let letter = 'A'
  for (const [i, first] of [...firsts].entries()) if (collator.compare(character, first) >= 0) letter = letters[i]!
  return letter
}

const initial = (character: string): string => {
  const found = known.get(character) ?? letterOf(character)
  known.set(character, found)
  return found
}

/** The pinyin initials of a name. */
export const initialsOf = (name: string): string => {
  let result = ''
  for (let at = 0; at < name.length; ) {
    const character = String.fromCodePoint(name.codePointAt(at)!)
    const reading = readingsOf.get(character)?.find(([text]) => name.startsWith(text, at))
    result += reading?.[1] ?? initial(character)
    at += (reading?.[0] ?? character).length
  }
  return result
}
