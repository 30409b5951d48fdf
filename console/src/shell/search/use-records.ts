import type { SearchedList } from '@yibao/shared/record-search.ts'
import { useEffect, useState } from 'react'
import type { Found } from './find.ts'
import { askedFor, askList } from './records.ts'

/** ms of rest before the words are asked for. */
const rest = 250

interface Records {
  found: Found[]
  waiting: boolean
  /** Lists that gave no answer. */
  failed: number
}

const none: Records = { found: [], waiting: false, failed: 0 }

/** Records that the words find, in the lists' order as they arrive; other words stop the question before. */
export const useRecords = (words: string, lists: readonly SearchedList[]): Records => {
  const [records, setRecords] = useState(none)
  useEffect(() => {
    const asked = words ? askedFor(words, lists) : []
    setRecords({ ...none, waiting: asked.length > 0 })
    if (!asked.length) return
    const stop = new AbortController()
    const hits: Found[][] = asked.map(() => [])
    let [left, failed] = [asked.length, 0]
    const tell = () => {
      if (!stop.signal.aborted) setRecords({ found: hits.flat(), waiting: left > 0, failed })
    }
    const ask = (list: SearchedList, i: number) =>
      askList(words, list, stop.signal)
        .then(
          (some) => {
            hits[i] = some
          },
          () => {
            failed++
          },
        )
        .finally(() => {
          left--
          tell()
        })
    const timer = setTimeout(() => asked.forEach(ask), rest)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [words, lists])
  return records
}
