import { metaAt, problemOf, type Shape } from '../fields.ts'
import { same } from '../same.ts'

/** One option as the server answers it (entities/config.ts). */
export interface Option {
  key: string
  value?: unknown
  source: string
  inherited?: unknown
  inheritedFrom: string
  filled?: boolean
}

/** What a person did to an option and did not save yet. */
type Edit = { set: unknown } | 'reset'
export type Draft = Record<string, Edit>

/** Whether the place itself says something about the option. */
export const isOwn = ({ source, inheritedFrom }: Option): boolean => source !== inheritedFrom

/** What an option's input holds. */
export const shownValue = (option: Option, edit: Edit | undefined): unknown => {
  if (edit === 'reset') return option.inherited
  return edit ? edit.set : option.value
}

/** The draft with one option set; setting what is stored is no change. */
export const withValue = (draft: Draft, option: Option, value: unknown): Draft => {
  const { [option.key]: _, ...rest } = draft
  const secret = option.filled !== undefined
  const unchanged = secret ? !value : same(value, option.value)
  return unchanged ? rest : { ...rest, [option.key]: { set: value } }
}

/** The draft with one option back at its upper level, or as it is stored. */
export const withReset = (draft: Draft, option: Option): Draft => ({ ...draft, [option.key]: 'reset' })
/** The draft without what was changed of one option. */
export const withoutEdit = (draft: Draft, key: string): Draft => {
  const { [key]: _, ...rest } = draft
  return rest
}

/** One option that a place would take over from another: what its input holds, and what it would. */
interface Taken {
  option: Option
  before: unknown
  after: unknown
}

/**
 * What the own values of one place change in another one's draft. What is inherited there stays its own upper level's; a
 * secret is never read and a file has calls of its own: neither is taken over.
 */
export const takenOver = (fields: Shape, from: readonly Option[], to: readonly Option[], draft: Draft): Taken[] => {
  const open = new Map(to.map((option) => [option.key, option]))
  return from.flatMap((given) => {
    const option = open.get(given.key)
    if (!option || !isOwn(given) || given.filled !== undefined || metaAt(fields, given.key).kind === 'group') return []
    const [before, after] = [shownValue(option, draft[option.key]), given.value]
    return same(before, after) ? [] : [{ option, before, after }]
  })
}

/** The draft with what is taken over in it; nothing is saved by it. */
export const withTaken = (draft: Draft, taken: readonly Taken[]): Draft =>
  taken.reduce((next, { option, after }) => withValue(next, option, after), draft)

/** What a save sends. */
export const changesOf = (draft: Draft): { values: Record<string, unknown>; reset: string[] } => ({
  values: Object.fromEntries(
    Object.entries(draft).flatMap(([key, edit]) => (edit === 'reset' ? [] : [[key, edit.set]])),
  ),
  reset: Object.keys(draft).filter((key) => draft[key] === 'reset'),
})

/** The fields' own texts about what was edited, by option. */
export const problemsOf = (fields: Shape, draft: Draft): Record<string, string> =>
  Object.fromEntries(
    Object.entries(changesOf(draft).values).flatMap(([key, value]) => {
      const problem = fields[key] && problemOf(fields[key], value)
      return problem ? [[key, problem]] : []
    }),
  )

/** Edited options that somebody else saved meanwhile: what they hold now. */
export const contested = (before: readonly Option[], now: readonly Option[], draft: Draft): Set<string> => {
  const old = new Map(before.map((option) => [option.key, option]))
  return new Set(
    now.filter(({ key, value }) => draft[key] !== undefined && !same(old.get(key)?.value, value)).map(({ key }) => key),
  )
}

export interface Group {
  key: string
  title: string
  note: string
  options: { key: string; help: string }[]
}

/** Groups with the options that a search finds by title, explanation or name of the option or the group. */
export const found = (groups: readonly Group[], fields: Shape, words: string): Group[] => {
  const wanted = words.trim().toLowerCase()
  if (!wanted) return [...groups]
  const fits = (text: string) => text.toLowerCase().includes(wanted)
  return groups
    .map((group) => ({
      ...group,
      options: group.options.filter(
        ({ key, help }) => fits(group.title) || fits(metaAt(fields, key).title) || fits(help) || fits(key),
      ),
    }))
    .filter(({ options }) => options.length > 0)
}
