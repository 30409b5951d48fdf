/** Bar and space widths of the symbols 0-106 of ISO/IEC 15417, in modules; 106 is the stop symbol. */
const patterns = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ')

const startB = 104
const startC = 105
const toC = 99
const toB = 100
const stop = 106

const digitsAt = (text: string, at: number) => /^\d*/.exec(text.slice(at))![0].length

/** Code C (two digits a symbol) pays off for an even run of at least 4 digits; the odd digit goes into code B. */
const startsPairs = (text: string, at: number) => {
  const run = digitsAt(text, at)
  return run >= 4 && run % 2 === 0
}

/** True for the texts that code sets B and C can hold. */
export const fitsCode128 = (text: string): boolean => /^[ -~]+$/.test(text)

/**
 * Symbols of a text in Code 128, start, checksum and stop included.
 * RangeError for anything but printable ASCII.
 */
export const code128Symbols = (text: string): number[] => {
  if (!fitsCode128(text)) throw new RangeError('Code 128 B and C hold printable ASCII only')
  let pairs = startsPairs(text, 0)
  const symbols = [pairs ? startC : startB]
  for (let at = 0; at < text.length; ) {
    if (pairs && digitsAt(text, at) >= 2) {
      symbols.push(Number(text.slice(at, at + 2)))
      at += 2
    } else if (pairs || startsPairs(text, at)) {
      pairs = !pairs
      symbols.push(pairs ? toC : toB)
    } else {
      symbols.push(text.charCodeAt(at) - 32)
      at += 1
    }
  }
  const weighted = symbols.reduce((total, symbol, place) => total + symbol * Math.max(place, 1), 0)
  return [...symbols, weighted % 103, stop]
}

interface Bar {
  /** Modules from the left edge. */
  x: number
  width: number
}

/** Black bars of a text and the whole width, in modules and without quiet zones. */
export const code128 = (text: string): { bars: Bar[]; width: number } => {
  const bars: Bar[] = []
  let x = 0
  for (const symbol of code128Symbols(text))
    for (const [place, digit] of [...patterns[symbol]!].entries()) {
      const width = Number(digit)
      if (place % 2 === 0) bars.push({ x, width })
      x += width
    }
  return { bars, width: x }
}
