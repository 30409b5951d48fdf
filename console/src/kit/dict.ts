import { dictionary } from '@yibao/shared/calls/base.ts'
import { useEffect } from 'react'
import { create } from 'zustand'
import { type CallError, callServer } from '../api/index.ts'
import { readJson, writeJson } from '../state/storage.ts'

export interface DictEntry {
  value: string
  name: string
  parent?: string
  /** A name for old values, no choice for new ones. */
  stopped?: boolean
}

/** Codes by type. The last session's are shown until this session's arrive. */
const useDicts = create<Record<string, DictEntry[]>>(() => readJson('allEnums', {}))

/** Why a type's codes could not be read. */
const useFaults = create<Record<string, CallError | null>>(() => ({}))

const asked = new Set<string>()
let queue: string[] = []

const flush = async () => {
  const codeTypes = queue
  queue = []
  try {
    const answer = await callServer(dictionary.map, { codeTypes, withStopped: true }, { silent: true })
    useDicts.setState(Object.fromEntries(answer.map(({ codeType, codes }) => [codeType, codes])))
    useFaults.setState(Object.fromEntries(codeTypes.map((codeType) => [codeType, null])))
    writeJson('allEnums', useDicts.getState())
  } catch (error) {
    // Codes show instead of names; the next page asks again.
    for (const codeType of codeTypes) asked.delete(codeType)
    useFaults.setState(Object.fromEntries(codeTypes.map((codeType) => [codeType, error as CallError])))
  }
}

/** Asks for a dictionary once per session; all types wanted in one turn travel in one call. */
const wantDict = (codeType: string): void => {
  if (asked.has(codeType)) return
  asked.add(codeType)
  if (!queue.length) queueMicrotask(() => void flush())
  queue.push(codeType)
}

const none: DictEntry[] = []

/** Entries of a dictionary; empty until they arrive. '' asks for nothing. */
const useDict = (codeType: string): DictEntry[] => {
  useEffect(() => {
    if (codeType) wantDict(codeType)
  }, [codeType])
  return useDicts((state) => state[codeType] ?? none)
}

/** A dictionary's entries and how their reading stands, for a Select. '' asks for nothing. */
export const useDictRead = (codeType: string) => {
  const entries = useDict(codeType)
  const data = useDicts((state) => state[codeType])
  const error = useFaults((state) => state[codeType] ?? null)
  // What is read once more is on its way, as everywhere: its last fault is over.
  const refetch = () => {
    useFaults.setState({ [codeType]: null })
    wantDict(codeType)
  }
  return { entries, data, error, loading: codeType !== '' && !data && !error, refetch }
}

/** Name of a code: its entry's name, else the code itself. */
export const useDictName = (codeType: string): ((value: string) => string) => {
  const entries = useDict(codeType)
  return (value) => entries.find((entry) => entry.value === value)?.name ?? value
}

/** Names of codes outside of a render (print, copy): what has arrived by now. */
export const dictNames = (codeType: string): ((value: string) => string) => {
  const entries = useDicts.getState()[codeType] ?? none
  return (value) => entries.find((entry) => entry.value === value)?.name ?? value
}
