import { describe, expect, it } from 'vitest'
import { code128, code128Symbols } from './code128.ts'

describe('Code 128', () => {
  it('computes the checksum modulo 103', () => {
    // 104 + 1·48 + 2·42 + 3·42 + 4·17 + 5·18 + 6·19 + 7·35 = 879 = 8·103 + 55
    expect(code128Symbols('PJJ123C')).toEqual([104, 48, 42, 42, 17, 18, 19, 35, 55, 106])
  })

  it('packs digits in pairs and changes the code only where it pays', () => {
    expect(code128Symbols('123456')).toEqual([105, 12, 34, 56, (105 + 12 + 68 + 168) % 103, 106])
    expect(code128Symbols('A1234').slice(0, -2)).toEqual([104, 33, 99, 12, 34])
    expect(code128Symbols('12345').slice(0, -2)).toEqual([104, 17, 99, 23, 45])
    expect(code128Symbols('1234A').slice(0, -2)).toEqual([105, 12, 34, 100, 33])
    expect(code128Symbols('A12B').slice(0, -2)).toEqual([104, 33, 17, 18, 34])
  })

  it('draws 11 modules a symbol and 13 for the stop, without overlaps', () => {
    const text = '320500261121103122000000012345'
    const { bars, width } = code128(text)
    expect(width).toBe(17 * 11 + 13)
    for (const [n, bar] of bars.entries()) {
      const end = bar.x + bar.width
      expect(end).toBeLessThanOrEqual(n + 1 < bars.length ? bars[n + 1]!.x - 1 : width)
    }
  })

  it('knows a distinct pattern of even bar width for every printable character', () => {
    const shapes = new Set<string>()
    for (let code = 32; code < 127; code++) {
      const first = code128(String.fromCharCode(code)).bars.slice(3, 6)
      // Bars of a Code 128 symbol fill an even number of modules: the parity check of the standard.
      expect(first.reduce((sum, bar) => sum + bar.width, 0) % 2).toBe(0)
      shapes.add(first.map((bar) => `${bar.x},${bar.width}`).join(' '))
    }
    expect(shapes.size).toBe(95)
  })

  it('refuses what it cannot hold', () => {
    expect(() => code128Symbols('结算')).toThrow(RangeError)
    expect(() => code128Symbols('')).toThrow(RangeError)
  })
})
