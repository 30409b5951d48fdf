/** Half-width columns of a roll: 24 dots a Chinese character, 384 dots on 58 mm, 576 on 80 mm. */
export const columnsOf = { roll58: 32, roll80: 48 } as const
export type Roll = keyof typeof columnsOf

/** Whether it is paper from a roll, whose width is counted in columns. */
export const isRoll = (paper: string): paper is Roll => Object.hasOwn(columnsOf, paper)

/** Half-width columns a text takes: what GBK writes in two bytes is two wide. */
export const widthOf = (text: string) => [...text].reduce((sum, one) => sum + (one > '\x7f' ? 2 : 1), 0)

/** The text on rows of at most `columns`; a character is never cut in half. */
export const wrap = (text: string, columns: number): string[] => {
  const rows = ['']
  for (const one of text) {
    if (widthOf(rows.at(-1)!) + widthOf(one) > columns) rows.push('')
    rows[rows.length - 1] += one
  }
  return rows
}

/** Left and right end on as many rows as they need; the right end stands at the right edge of the last one. */
export const twoEnds = (left: string, right: string, columns: number): string[] => {
  const ends = wrap(right, columns)
  const rows = wrap(left, columns)
  if (widthOf(rows.at(-1)!) + widthOf(ends[0]!) + 1 > columns) rows.push('')
  const gap = columns - widthOf(rows.at(-1)!) - widthOf(ends[0]!)
  rows[rows.length - 1] += ' '.repeat(gap) + ends[0]
  return [...rows, ...ends.slice(1)]
}
