type Row = Record<string, string>

/** Rows asked for in one page: page_size has four digits. */
export const pageRows = 500

/**
 * The rows of a paged query behind the first `done`, page by page. How many rows a centre gives at most is not stated
 * (domain.md 11.9): a short page need not be the last one, so the pages end where one is empty or, at a centre that
 * answers a page it does not have with another, where one comes again.
 */
export async function* pagesFrom(
  ask: (page: number, size: number) => Promise<Row[]>,
  done: number,
): AsyncGenerator<Row[]> {
  const begun = new Set<string>()
  const first = await ask(1, pageRows)
  // Longer than asked: page_size is not looked at. Shorter than what is in already: it gives no more in one page.
  const own = first.length > pageRows || (first.length > 0 && first.length < done)
  const size = own ? first.length : pageRows
  // The page of the last row that is in, so that its coming again is seen.
  let page = Math.max(1, Math.ceil(done / size))
  let skip = done - (page - 1) * size
  let rows = first
  if (page > 1) {
    begun.add(JSON.stringify(first[0]))
    rows = await ask(page, pageRows)
  }
  while (rows.length > 0 && !begun.has(JSON.stringify(rows[0]))) {
    begun.add(JSON.stringify(rows[0]))
    if (rows.length > skip) yield rows.slice(skip)
    skip = 0
    page += 1
    rows = await ask(page, pageRows)
  }
}
