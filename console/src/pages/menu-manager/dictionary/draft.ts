import type { ResultOf } from '@yibao/shared/call.ts'
import type { dictionary } from '@yibao/shared/calls/dictionary.ts'

export type Dropdown = ResultOf<typeof dictionary.submitDynamicDropdowns>

/** A list while it is edited. */
export interface Draft extends Pick<Dropdown, 'name' | 'title' | 'items'> {
  /** The revision it was made from: another person's change in between is not overwritten. */
  revision?: number
  isNew: boolean
}

export const emptyDraft: Draft = { name: '', title: '', items: [], isNew: true }

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
