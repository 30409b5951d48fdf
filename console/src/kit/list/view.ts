import type { Call } from '@yibao/shared/call.ts'
import type { FieldMeta } from '@yibao/shared/field.ts'
import { viewPrefix } from '../../state/tabs.ts'
import { metaAt, problemOf } from '../fields.ts'
import { firstPage, type ListState, setFilters } from './state.ts'

// A list's filters, page and sort in the address, so that a view can be sent to a colleague and survives the browser's
// back button. Names beginning with the view prefix belong to the view; the tab ignores them (tabs.ts).

const pageKey = `${viewPrefix}page`
const sortKey = `${viewPrefix}sort`
/** Six digits in a row may be part of a card or identity number: such a text never goes into an address. */
const numberLike = /\d{6}/

/** A view as another list of the same page goes on with it: the filters, for order and page are of rows that it has not. */
export const viewBeside = ({
  [pageKey]: _page,
  [sortKey]: _sort,
  ...filters
}: Record<string, string>): Record<string, string> => filters

/** The same of what a list keeps in its tab. */
export const stateBeside = ({ sortField: _field, sortOrder: _order, ...state }: ListState): ListState => ({
  ...state,
  page: firstPage,
})

type Shape = Call['input']['shape']

const mayShow = (shape: Shape, key: string, value: unknown): boolean => {
  // Kept by another list of the same page: what kind of value it is only that one's call knows.
  if (!Object.hasOwn(shape, key)) return false
  const { kind } = metaAt(shape, key)
  if (kind === 'idCard' || kind === 'phone' || kind === 'password') return false
  return kind !== 'text' || !numberLike.test(String(value))
}

/** Parameters of the address for a list's state; free text that looks like a person's number stays out. */
export const viewOf = (call: Call, { filters, page, sortField, sortOrder }: ListState): Record<string, string> => {
  const { shape } = call.input
  const shown = Object.entries(setFilters(filters)).filter(([key, value]) => mayShow(shape, key, value))
  return {
    ...Object.fromEntries(shown.map(([key, value]) => [viewPrefix + key, String(value)])),
    ...(page !== firstPage && { [pageKey]: String(page) }),
    ...(sortField && sortOrder && { [sortKey]: `${sortOrder === 'descend' ? '-' : ''}${sortField}` }),
  }
}

const typed = (shape: Shape, key: string, text: string): unknown => {
  const { kind } = metaAt(shape, key)
  if (kind === 'flag') return text === 'true'
  if (kind === 'integer') return text && Number(text)
  return text
}

/** Of what is chosen and not written: a value that is none would stand in no input, and be refused by the server. */
const chosen: ReadonlySet<string> = new Set<FieldMeta['kind']>(['day', 'month', 'time', 'integer', 'choice'])

const isRead = (shape: Shape, key: string, value: unknown): boolean =>
  !chosen.has(metaAt(shape, key).kind) || problemOf(shape[key]!, value) === undefined

/**
 * Filters among an address's parameters, typed by the call's own fields; strange names are passed over, and so is what is
 * no day, number or choice.
 */
export const filtersOf = (call: Call, query: Record<string, string>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([key]) => Object.hasOwn(call.input.shape, key))
      .map(([key, text]) => [key, typed(call.input.shape, key, text)] as const)
      .filter(([key, value]) => isRead(call.input.shape, key, value)),
  )

/** The state an address asks for; undefined when it carries none of the list: what else the page shows is not its own. */
export const stateOf = (call: Call, view: Record<string, string>): ListState | undefined => {
  const entries = Object.entries(view).map(([key, text]) => [key.slice(viewPrefix.length), text] as const)
  if (!entries.some(([key]) => key === 'page' || key === 'sort' || Object.hasOwn(call.input.shape, key))) return
  const { page, sort, ...query } = Object.fromEntries(entries)
  const number = Number(page)
  return {
    filters: filtersOf(call, query),
    page: Number.isInteger(number) && number > 0 ? number : firstPage,
    ...(sort && {
      sortField: sort.replace(/^-/, ''),
      sortOrder: sort.startsWith('-') ? ('descend' as const) : ('ascend' as const),
    }),
  }
}
