import { and, type Placeholder, type SQL, sql } from 'drizzle-orm'

/** What a filter asks of a row. Its value is a placeholder of the statement; undefined or an empty text leaves it out. */
interface Asked<I> {
  choice?: undefined
  value: (input: I) => unknown
  where: (value: Placeholder) => SQL | undefined
}

/** A filter with few values, each of which is a text of its own. */
interface Chosen<I> {
  value?: undefined
  choice: (input: I) => string | undefined
  where: (choice: string) => SQL | undefined
}

export type Filters<I> = Readonly<Record<string, Asked<I> | Chosen<I>>>

/** The filters of one request as a statement sees them: its shape, its values and, only for a new shape, its condition. */
export interface AskedFilters {
  shape: string
  values: Record<string, unknown>
  where: () => SQL | undefined
}

/** Reads the filters that a request uses. */
export const askedBy = <I>(filters: Filters<I>, input: I): AskedFilters => {
  const values: Record<string, unknown> = {}
  const used: [name: string, choice: string][] = []
  for (const [name, filter] of Object.entries(filters)) {
    const value = filter.choice ? filter.choice(input) : filter.value(input)
    if (value === undefined || value === '') continue
    if (filter.choice) used.push([name, value as string])
    else {
      values[name] = value
      used.push([name, ''])
    }
  }
  const condition = ([name, choice]: [string, string]) => {
    const filter = filters[name]!
    return filter.choice ? filter.where(choice) : filter.where(sql.placeholder(name))
  }
  return {
    shape: used.map(([name, choice]) => `${name}=${choice}`).join('&'),
    values,
    where: () => and(...used.map(condition)),
  }
}

/** The same condition with its values in it, for a statement that is not kept. */
export const conditionOf = <I>(filters: Filters<I>, input: I): SQL | undefined => {
  const conditions = Object.values(filters).map((filter) => {
    const value = filter.choice ? filter.choice(input) : filter.value(input)
    if (value === undefined || value === '') return undefined
    // A parameter stands wherever a placeholder does.
    return filter.choice ? filter.where(value as string) : filter.where(sql.param(value) as unknown as Placeholder)
  })
  return and(...conditions)
}
