import type { Call } from '@yibao/shared/call.ts'
import { validIdCard } from '@yibao/shared/id-card.ts'
import { rowOfName } from '@yibao/shared/menu.ts'
import { can, type Me } from '@yibao/shared/permission.ts'
import type { SearchedList } from '@yibao/shared/record-search.ts'
import { callServer } from '../../api/index.ts'
import { showRecord } from '../../state/show-record.ts'
import type { Found } from './find.ts'

type Row = Record<string, unknown>

/** Hits shown of one list. */
const few = 3
/** Characters from which a list is asked. */
const shortest = 2

/** A person's number: it is asked of no list, because what a list is asked stands in an address (STYLE). */
export const isPersonal = (words: string): boolean =>
  validIdCard(words.toUpperCase()) || /^[a-z]\d{8}$/i.test(words) || /^(\+?86)?1[3-9]\d{9}$/.test(words)

/** The lists whose page this person may open. */
export const listsFor = (me: Me, lists: readonly SearchedList[]): SearchedList[] =>
  lists.filter(({ page }) => {
    const row = rowOfName(page)
    return row !== undefined && can(me, { menuCode: row.menuCode })
  })

/** The lists that are asked for these words. */
export const askedFor = (words: string, lists: readonly SearchedList[]): SearchedList[] =>
  isPersonal(words) ? [] : lists.filter(({ atLeast = shortest }) => [...words].length >= atLeast)

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const flat = (nodes: readonly Row[]): Row[] => nodes.flatMap((node) => [node, ...flat((node.children ?? []) as Row[])])

const rowsIn = (answer: unknown, { node = [] }: SearchedList): Row[] => {
  if (Array.isArray(answer)) return answer
  const { items, nodes } = answer as { items?: Row[]; nodes?: Row[] }
  // In a tree only what has a place of its own is a record; the branches above lead to it.
  return items ?? flat(nodes ?? []).filter((row) => node.every((field) => row[field]))
}

const hitOf = (row: Row, { page, noun, title, about, key, always, filters = {}, node }: SearchedList): Found => {
  const name = textOf(row[title])
  const more = about.map(({ field, choices }) => choices?.[String(row[field])] ?? textOf(row[field]))
  const taken = Object.entries(filters).map(([filter, field]) => [filter, row[field]])
  return {
    key: `${page} ${noun} ${node?.map((field) => row[field]).join()} ${textOf(row[key ?? 'id'])} ${name}`,
    title: name,
    kind: noun,
    words: '',
    more: more.filter(Boolean).join(' · '),
    run: () =>
      showRecord(rowOfName(page)!.path, {
        filters: { ...always, ...Object.fromEntries(taken) },
        node: node?.map((field) => textOf(row[field])).join('|'),
        key: key && textOf(row[key]),
      }),
  }
}

/** Asks one list for the words: a few hits. Throws what the call throws, a cancelled one too. */
export const askList = async (words: string, list: SearchedList, signal: AbortSignal): Promise<Found[]> => {
  const { method, path, noun, by, always } = list
  // Data of the build instead of the call itself: its schemas would bring every domain's contract into the shell.
  const call = { method, path, title: noun } as Call
  const paging = method === 'GET' ? { page: 1, pageSize: few } : {}
  const input = { ...always, [by]: words, ...paging }
  const answer = await callServer(call, input, { silent: true, signal })
  return rowsIn(answer, list)
    .slice(0, few)
    .map((row) => hitOf(row, list))
}
