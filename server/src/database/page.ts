/** Counts stop here: a list of more rows shows 10,000+ (DESIGN 10). */
export const countBound = 10_000

/** limit and offset of the paging inputs; page 1 and 10 rows unless said otherwise (SPEC 9). */
export const pageBounds = ({ page = 1, pageSize = 10 }: { page?: number; pageSize?: number }) => ({
  limit: pageSize,
  offset: (page - 1) * pageSize,
})
