import type { Call, RecordSearch } from './call.ts'
import { allCalls } from './calls/index.ts'
import { metaOf, type Schema } from './field.ts'
import { menuRows } from './menu.ts'

/** A list as the page search asks it, without its schemas: the browser gets these as data (console/vite.config.ts). */
export interface SearchedList extends Pick<Call, 'method' | 'path'>, Omit<RecordSearch, 'about'> {
  about: { field: string; choices?: Record<string, string> }[]
}

type Def = { shape?: Record<string, Schema>; innerType?: Schema; element?: Schema }
const defOf = (schema: Schema) => schema._zod.def as unknown as Def

/** Fields of a record in a list call's result: of `items`, of a tree's `nodes`, or of the result itself. */
export const recordFields = (result: Schema): Record<string, Schema> => {
  const { shape, element, innerType } = defOf(result)
  if (element) return defOf(element).shape ?? {}
  const below = shape?.items ?? shape?.nodes ?? innerType
  return below ? recordFields(below) : {}
}

const placeOf = ({ page }: Pick<RecordSearch, 'page'>) => menuRows.findIndex(({ name }) => name === page)

/** Every list that the page search asks, in the menu's order: what the counter looks for comes first. */
export const searchedLists = (): SearchedList[] =>
  allCalls()
    .flatMap(([, { method, path, result, search = [] }]) => {
      const fields = recordFields(result)
      const choicesOf = (field: string) => fields[field] && metaOf(fields[field])?.choices
      return [search].flat().map(({ about, ...rest }) => ({
        ...rest,
        method,
        path,
        about: about.map((field) => ({ field, choices: choicesOf(field) })),
      }))
    })
    .sort((a, b) => placeOf(a) - placeOf(b))
