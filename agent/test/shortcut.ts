import { readFileSync } from 'node:fs'

// A .lnk by its bytes, as MS-SHLLINK has them: header, list of items, place of the target, texts.

const has = { items: 1, place: 2, unicode: 0x80 } as const
const texts = ['description', 'relative', 'folder', 'args', 'icon'] as const
const [headerBytes, flagsAt, pathAt] = [76, 20, 16]

/** What a shortcut opens, with what, and the picture it shows. */
export const shortcutIn = (file: string): Partial<Record<(typeof texts)[number] | 'program', string>> => {
  const bytes = readFileSync(file)
  const flags = bytes.readUInt32LE(flagsAt)
  let at = headerBytes
  if (flags & has.items) at += 2 + bytes.readUInt16LE(at)
  const told: ReturnType<typeof shortcutIn> = {}
  if (flags & has.place) {
    const from = at + bytes.readUInt32LE(at + pathAt)
    told.program = bytes.toString('latin1', from, bytes.indexOf(0, from))
    at += bytes.readUInt32LE(at)
  }
  if (!(flags & has.unicode)) throw new Error('its texts are of another kind')
  texts.forEach((name, index) => {
    if (!(flags & (4 << index))) return
    const end = at + 2 + 2 * bytes.readUInt16LE(at)
    // Wine counts the sign behind a text with it.
    told[name] = bytes.toString('utf16le', at + 2, end).replace(/\0$/, '')
    at = end
  })
  return told
}
