/** The rows of a statement that drizzle has no types for (`db.execute`); `Row` is what the statement itself selects. */
export const rowsFrom = <Row>(answer: unknown): Row[] => (answer as { rows: Row[] }).rows
