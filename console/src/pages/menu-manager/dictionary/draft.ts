import type { ResultOf } from '@yibao/shared/call.ts'
import type { dictionary } from '@yibao/shared/calls/dictionary.ts'
import { merge } from '../../../kit/form/merge.ts'

export type Dropdown = ResultOf<typeof dictionary.submitDynamicDropdowns>

/** A list while it is edited. */
export interface Draft extends Pick<Dropdown, 'name' | 'title' | 'items'> {
  /** The revision it was made from: another person's change in between is not overwritten. */
  revision?: number
  isNew: boolean
}

export const emptyDraft: Draft = { name: '', title: '', items: [], isNew: true }

/** The draft that changes a dropdown that is there, from the revision that was read. */
export const draftOf = ({ name, title, items, revision }: Dropdown): Draft => ({
  ...{ name, title, items, revision },
  isNew: false,
})

/** Why a draft cannot be saved yet, as the next thing to do; undefined when it can. */
export const problemOfDraft = ({ name, title, items }: Draft): string | undefined => {
  if (!name.trim() || !title.trim()) return '请填写编码和名称'
  if (items.some((item) => !item.value.trim() || !item.name.trim())) return '每个选项都要有编码和名称'
  const values = items.map((item) => item.value)
  const twice = values.find((value, i) => values.indexOf(value) !== i)
  return twice === undefined ? undefined : `编码「${twice}」重复`
}

type Items = Draft['items']
const title = 'title'

/** Title and options by code; what a list has not is undefined in it. */
const recordOf = (codes: readonly string[], draft: Pick<Draft, 'title' | 'items'>): Record<string, unknown> => ({
  [title]: draft.title,
  ...Object.fromEntries(codes.map((code) => [`item ${code}`, draft.items.find(({ value }) => value === code)])),
})

/**
 * My draft over what somebody else has saved of the list meanwhile: each option is what whoever changed it made of it.
 * `contested`: names of options that both changed; there it is mine.
 */
export const joinedDraft = (opened: Dropdown, mine: Draft, now: Dropdown): { draft: Draft; contested: string[] } => {
  const codes = [...new Set([...now.items, ...mine.items, ...opened.items].map(({ value }) => value))]
  const of = (draft: Pick<Draft, 'title' | 'items'>) => recordOf(codes, draft)
  const { values, contested } = merge({ opened: of(opened), mine: of(mine), seen: of(opened), now: of(now) })
  const items = codes.flatMap((code) => (values[`item ${code}`] as Items[number] | undefined) ?? [])
  const nameOf = (key: string) =>
    key === title ? '名称' : [...now.items, ...mine.items].find(({ value }) => key === `item ${value}`)?.name
  return {
    draft: { ...draftOf(now), title: String(values[title]), items },
    contested: contested.flatMap((key) => nameOf(key) ?? []),
  }
}
