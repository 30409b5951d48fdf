import { dictionary } from '@yibao/shared/calls/base.ts'
import { useEffect } from 'react'
import { create } from 'zustand'
import { type CallError, callServer } from '../api/index.ts'
import { readJson, writeJson } from '../state/storage.ts'

interface DictEntry {
  value: string
  name: string
  parent?: string
  /** A name for old values, no choice for new ones. */
  stopped?: boolean
}

/** Codes by type. The last session's are shown until this session's arrive, by whichever version they were kept. */
const useDicts = create<Record<string, DictEntry[]>>(() =>
  Object.fromEntries(
    Object.entries(readJson<Record<string, DictEntry[]>>('allEnums', {})).filter(([, kept]) => Array.isArray(kept)),
  ),
)

/** Why a type's codes could not be read. */
const useFaults = create<Record<string, CallError | null>>(() => ({}))

const asked = new Set<string>()
const queue = new Set<string>()
let reads = 0
/** Which read what is known of a type is from: an older one may be answered later. */
const readBy = new Map<string, number>()

const flush = async () => {
  const codeTypes = [...queue]
  queue.clear()
  const read = ++reads
  try {
    const answer = await callServer(dictionary.map, { codeTypes, withStopped: true }, { silent: true })
    const newest = answer.filter(({ codeType }) => (readBy.get(codeType) ?? 0) < read)
    for (const { codeType } of newest) {
      readBy.set(codeType, read)
      // An older read that was cut off may have given it up.
      asked.add(codeType)
    }
    useDicts.setState(Object.fromEntries(newest.map(({ codeType, codes }) => [codeType, codes])))
    useFaults.setState(Object.fromEntries(codeTypes.map((codeType) => [codeType, null])))
    writeJson('allEnums', useDicts.getState())
  } catch (error) {
    // Codes show instead of names; the next page asks again. What was read before keeps its names until the next news.
    const unread = codeTypes.filter((codeType) => !readBy.has(codeType))
    for (const codeType of unread) asked.delete(codeType)
    useFaults.setState(Object.fromEntries(unread.map((codeType) => [codeType, error as CallError])))
  }
}

/** All types wanted in one turn travel in one call. */
const ask = (codeType: string): void => {
  if (!queue.size) queueMicrotask(() => void flush())
  queue.add(codeType)
}

/** Asks for a dictionary once per session, and again when the area's have changed. */
const wantDict = (codeType: string): void => {
  if (asked.has(codeType)) return
  asked.add(codeType)
  ask(codeType)
}

/** Reads anew what was read: a counter stays open for weeks, and what an administrator writes today is a choice today. */
export const readDictsAnew = (): void => asked.forEach(ask)

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
