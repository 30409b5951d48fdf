import type { ResultOf } from '@yibao/shared/call.ts'
import type { card } from '@yibao/shared/calls/card.ts'
import { initialsOf } from '@yibao/shared/initials.ts'
import { diseaseKinds } from '../../filing/balance.ts'
import { readJson } from '../../state/storage.ts'

export type Disease = ResultOf<typeof card.disease>[number]

const titles = Object.entries(diseaseKinds).map(([value, label]) => ({ value, label }))

/** The kinds to look among: only those that the person has, and none where they are all of one. */
export const kindsOf = (diseases: readonly Disease[]): typeof titles => {
  const found = titles.filter(({ value }) => diseases.some(({ kind }) => kind === value))
  return found.length > 1 ? found : []
}

/** The list with what only the balance says of its rows. */
export const withBalances = (diseases: readonly Disease[], known: readonly Disease[] = []): Disease[] =>
  diseases.map((one) => ({ ...one, ...known.find(({ code, kind }) => code === one.code && kind === one.kind) }))

/** By code, name or the name's pinyin initials (domain.md 8.1), as the counter's own list finds them. */
export const matches = ({ code, name }: Pick<Disease, 'code' | 'name'>, words: string): boolean =>
  `${code} ${name} ${initialsOf(name)}`.toLowerCase().includes(words.trim().toLowerCase())

/** readId of the last read person, as the counter keeps it under `readCard`; '' when there is none. */
export const rememberedRead = (): string => readJson<{ readId?: string }>('readCard', {}).readId ?? ''
