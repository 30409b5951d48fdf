import { useQueryClient } from '@tanstack/react-query'
import type { Call, InputOf } from '@yibao/shared/call.ts'
import { useEffect, useState } from 'react'
import { CallError, callServer, sentenceOf, useCall } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { useTab } from '../../state/tab.tsx'
import { encoded } from '../form/encoded.ts'
import { useWork } from '../use-work.ts'
import { changesOf, contested, type Draft, type Group, type Option, problemsOf } from './draft.ts'
import type { ConfigSpec } from './types.ts'

interface State {
  place: string
  revision: number
  updatedBy: string
  updatedAt?: string
  editable: boolean
  options: Option[]
}

type Input = Record<string, unknown>
const inputOf = (value: Input) => value as InputOf<Call>
const none: Option[] = []

/** Fields' texts of a refusal: the server names them values.<option>. */
const fieldTexts = (error: CallError) =>
  Object.fromEntries(Object.entries(error.fields ?? {}).map(([name, text]) => [name.replace(/^values\./, ''), text]))

/** Options of one place, what the person changed of them, and how they are saved. */
export const useConfig = (spec: ConfigSpec, place: Input | null) => {
  const tab = useTab()
  const client = useQueryClient()
  const layout = useCall(spec.layout, place && inputOf(place), { staleTime: 300_000 })
  const answer = useCall(spec.options, place && inputOf(place), { staleTime: 0 })
  const [draft, setDraft] = useState<Draft>({})
  const [refused, setRefused] = useState<Record<string, string>>({})
  const [conflict, setConflict] = useState<{ text: string; before: Option[] }>()
  // What the changes were made on: a newer answer read meanwhile must not let them pass as made on that.
  const [basis, setBasis] = useState<State>()
  const [running, run] = useWork()
  const state = answer.data as State | undefined
  const options = state?.options ?? none
  const count = Object.keys(draft).length
  useEffect(() => tab.dirty(count > 0), [tab, count])

  const edit = (next: Draft) => {
    if (!count) setBasis(state)
    setDraft(next)
    setRefused({})
  }
  const drop = () => {
    edit({})
    setBasis(undefined)
    setConflict(undefined)
  }
  const problems = { ...refused, ...problemsOf(spec.fields, draft) }

  /** What a place says itself is counted beside it, and stands in the list of all. */
  const outdate = () => {
    for (const { path } of spec.places?.shows ?? []) void client.invalidateQueries({ queryKey: [path] })
  }
  const send = async (known: State) => {
    const { values, reset } = changesOf(draft)
    const { revision, options: before } = basis ?? known
    try {
      const sent = await encoded(spec.fields, values)
      await callServer(spec.save, inputOf({ ...place, revision, values: sent, reset }), {
        silent: true,
      })
      await answer.refetch()
      outdate()
      drop()
      ui().success('配置已保存，下一次操作起生效')
    } catch (error) {
      if (!(error instanceof CallError)) ui().error(sentenceOf(error))
      else if (error.extend?.key === 'config.changed') {
        setBasis((await answer.refetch()).data as State | undefined)
        setConflict({ text: error.message, before })
      } else if (error.fields) setRefused(fieldTexts(error))
      else ui().error(sentenceOf(error))
    }
  }
  const save = async () => {
    if (state && !Object.keys(problems).length) await run(() => send(state))
  }
  return {
    place: place ?? {},
    groups: (layout.data as { groups: Group[] } | undefined)?.groups ?? [],
    ...{ state, options, draft, edit, drop, count, problems, save, running, conflict },
    contested: conflict ? contested(conflict.before, options, draft) : new Set<string>(),
    error: answer.error ?? layout.error,
    loading: answer.loading || layout.loading,
    refetch: () => {
      outdate()
      void Promise.all([answer.refetch(), layout.refetch()])
    },
  }
}

export type Config = ReturnType<typeof useConfig>
