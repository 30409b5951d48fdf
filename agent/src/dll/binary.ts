/** What the header of a library file says: its format, bitness and the files it loads itself. */
export interface BinaryHeader {
  format: 'pe' | 'elf'
  bits: 32 | 64
  imports: string[]
}

const text = (file: Buffer, at: number) => file.toString('latin1', at, Math.max(at, file.indexOf(0, at)))

const peImports = (file: Buffer, pe: number, bits: number): string[] => {
  const optional = pe + 24
  const tableAt = file.readUInt32LE(optional + (bits === 64 ? 120 : 104))
  if (tableAt === 0) return []
  const sections = file.readUInt16LE(pe + 6)
  const firstSection = optional + file.readUInt16LE(pe + 20)
  const offsetOf = (address: number) => {
    for (let index = 0; index < sections; index++) {
      const section = firstSection + index * 40
      const start = file.readUInt32LE(section + 12)
      if (address >= start && address < start + file.readUInt32LE(section + 16))
        return address - start + file.readUInt32LE(section + 20)
    }
    return undefined
  }
  const names: string[] = []
  for (let entry = offsetOf(tableAt); entry !== undefined && entry + 20 <= file.length; entry += 20) {
    const nameAt = file.readUInt32LE(entry + 12)
    if (nameAt === 0) break
    const offset = offsetOf(nameAt)
    if (offset !== undefined) names.push(text(file, offset))
  }
  return names
}

/** Reads 4 or 8 byte words by the file's own bitness. */
const elfReader = (file: Buffer, bits: number) => (at: number) =>
  bits === 64 ? Number(file.readBigUInt64LE(at)) : file.readUInt32LE(at)

const elfImports = (file: Buffer, bits: number): string[] => {
  const word = elfReader(file, bits)
  const wide = bits === 64
  const table = word(wide ? 32 : 28)
  const size = file.readUInt16LE(wide ? 54 : 42)
  const count = file.readUInt16LE(wide ? 56 : 44)
  const segments = Array.from({ length: count }, (_, index) => {
    const at = table + index * size
    const [offset, address, bytes] = wide ? [8, 16, 32] : [4, 8, 16]
    return {
      type: file.readUInt32LE(at),
      offset: word(at + offset!),
      address: word(at + address!),
      bytes: word(at + bytes!),
    }
  })
  const dynamic = segments.find(({ type }) => type === 2)
  if (!dynamic) return []
  const entries: [tag: number, value: number][] = []
  const step = wide ? 8 : 4
  for (let at = dynamic.offset; at + 2 * step <= dynamic.offset + dynamic.bytes; at += 2 * step)
    entries.push([word(at), word(at + step)])
  const strings = entries.find(([tag]) => tag === 5)?.[1] ?? 0
  const home = segments.find(
    ({ type, address, bytes }) => type === 1 && strings >= address && strings < address + bytes,
  )
  if (!home) return []
  return entries
    .filter(([tag]) => tag === 1)
    .map(([, value]) => text(file, strings - home.address + home.offset + value))
}

/** Reads a PE (.dll) or ELF (.so) header; undefined when the bytes are neither or are cut short. */
export const readBinary = (file: Buffer): BinaryHeader | undefined => {
  try {
    if (file.toString('latin1', 0, 4) === '\x7fELF') {
      const bits = file[4] === 2 ? 64 : 32
      return { format: 'elf', bits, imports: elfImports(file, bits) }
    }
    const pe = file.toString('latin1', 0, 2) === 'MZ' ? file.readUInt32LE(60) : -1
    if (pe < 0 || file.toString('latin1', pe, pe + 4) !== 'PE\0\0') return undefined
    const bits = file.readUInt16LE(pe + 24) === 0x20b ? 64 : 32
    return { format: 'pe', bits, imports: peImports(file, pe, bits) }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}
