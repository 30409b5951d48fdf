import { execFileSync } from 'node:child_process'

/** A page as a picture: one byte a pixel, 0 is black. */
interface PageImage {
  width: number
  height: number
  pixels: Buffer
  /** Share of dark pixels; 0 is a blank sheet. */
  ink: number
}

const isDark = (pixel: number | undefined) => pixel !== undefined && pixel < 128

/** The first page of a PDF at 100 dots an inch, in grey (pdftoppm). */
export const pageImage = (path: string): PageImage => {
  const bytes = execFileSync('pdftoppm', ['-r', '100', '-gray', '-f', '1', '-l', '1', path], { maxBuffer: 2 ** 26 })
  // PGM: "P5", width and height, 255, then the pixels.
  const [, width, height] = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', 0, 40))!.map(Number)
  const pixels = bytes.subarray(bytes.length - width! * height!)
  const dark = pixels.reduce((sum, pixel) => sum + (isDark(pixel) ? 1 : 0), 0)
  return { width: width!, height: height!, pixels, ink: dark / pixels.length }
}

/** Pixels a side: about a character of the body. */
const tile = 12
/** A page that is scaled to the paper moves by that much. */
const near = [-2, -1, 0, 1, 2]
/** Dark pixels a tile must have to say anything. */
const enough = 12

/** For each tile with ink in `from`, the share of that ink that has none within two pixels in `to`; the worst. */
const worstOf = (from: PageImage, to: PageImage) => {
  const isInk = (x: number, y: number) =>
    x >= 0 && x < to.width && y >= 0 && y < to.height && to.pixels[y * to.width + x]! < 200
  const tiles = new Map<string, { dark: number; lost: number }>()
  for (let y = 0; y < from.height; y++)
    for (let x = 0; x < from.width; x++) {
      if (!isDark(from.pixels[y * from.width + x])) continue
      const key = `${Math.floor(x / tile)} ${Math.floor(y / tile)}`
      const found = near.some((dy) => near.some((dx) => isInk(x + dx, y + dy)))
      const { dark, lost } = tiles.get(key) ?? { dark: 0, lost: 0 }
      tiles.set(key, { dark: dark + 1, lost: lost + (found ? 0 : 1) })
    }
  return [...tiles.values()].reduce(
    (worst, { dark, lost }) => (dark < enough ? worst : Math.max(worst, lost / dark)),
    0,
  )
}

/**
 * How far two pages are apart: `lost` = the largest share of ink that one has and the other lacks in any place of a
 * character's size, either way round (1 = a character is missing there); `sized` = how much their sizes differ.
 */
export const differenceOf = (given: PageImage, printed: PageImage) => ({
  lost: Math.max(worstOf(given, printed), worstOf(printed, given)),
  sized: Math.max(
    Math.abs(given.width - printed.width) / given.width,
    Math.abs(given.height - printed.height) / given.height,
  ),
})

/** The page without what stands in a square of a character's size around a place: what a lost character looks like. */
export const without = (page: PageImage, x: number, y: number): PageImage => {
  const pixels = Buffer.from(page.pixels)
  for (let row = y - tile; row < y + tile; row++)
    pixels.fill(255, row * page.width + x - tile, row * page.width + x + tile)
  return { ...page, pixels }
}
