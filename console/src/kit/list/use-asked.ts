import { useEffect } from 'react'
import { type AskedRecord, askedSlice } from '../../state/show-record.ts'
import { useTabState } from '../../state/tab.tsx'
import type { Row } from './spec.ts'

interface Shown {
  rows: Row[]
  rowKey: string
  /** The rows are those of an earlier question. */
  waiting: boolean
  search: (filters: Row) => void
  open: ((row: Row) => void) | undefined
}

/** Shows the record that the page search asked this list for: its filters first, then its detail once its row is there. */
export const useAsked = ({ rows, rowKey, waiting, search, open }: Shown): void => {
  const [asked, setAsked] = useTabState<Partial<Omit<AskedRecord, 'node'>> | undefined>(askedSlice, undefined)
  useEffect(() => {
    if (!asked) return
    const { filters, key } = asked
    if (filters) {
      search(filters)
      setAsked(key === undefined ? undefined : { key })
    } else if (!waiting) {
      const row = rows.find((one) => one[rowKey] === key)
      setAsked(undefined)
      if (row) open?.(row)
    }
  }, [asked, waiting, rows])
}
