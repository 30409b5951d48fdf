const sumLines = new WeakSet<object>()

/** Whether a row of a sheet is the line below its rows, and none of them. */
export const isSumLine = (row: object): boolean => sumLines.has(row)

/** A row of a sheet that is the line below its rows. */
export const sumLine = <Row extends object>(row: Row): Row => {
  sumLines.add(row)
  return row
}
