import { placeOf } from '../../state/me.ts'
import type { UserInfo } from '../../state/session.ts'

/** How much of the account is shown: enough to tell two of one name apart, not enough to sign in with. */
const lastPart = 4

/** The lines of the mark: who, with his account's last part; where he works; the minute. */
export const markLines = (user: UserInfo, minute: string): string[] => {
  const { name, surName, userName } = user
  return [`${name || surName || userName} ${[...userName].slice(-lastPart).join('')}`, placeOf(user), minute].filter(
    Boolean,
  )
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const longest = 22
const cut = (line: string) => {
  const letters = [...line]
  return letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : line
}

/** One tile as the value of background-image: a picture, so that no text is added to the page. */
export const markImage = (lines: readonly string[], dark: boolean): string => {
  const texts = lines.map((line, i) => {
    const safe = cut(line).replace(/[&<>"]/g, (letter) => entities[letter]!)
    return `<text x="150" y="${78 + i * 20}">${safe}</text>`
  })
  const ink = dark ? 'fill="#fff" fill-opacity=".09"' : 'fill="#000" fill-opacity=".08"'
  const font = 'font-family="Microsoft YaHei,PingFang SC,Noto Sans CJK SC,sans-serif" font-size="14"'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="300" height="190"><g transform="rotate(-20 150 95)" text-anchor="middle" ${ink} ${font}>${texts.join('')}</g></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}
