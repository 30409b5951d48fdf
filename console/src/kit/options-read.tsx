import type { CallError } from '../api/index.ts'
import { ReadFault, unreadTitle } from './read-fault.tsx'

interface Answer {
  data?: unknown
  error: CallError | null
  loading: boolean
  refetch: () => unknown
}

/**
 * What a Select whose options are read is given: that it waits, why there are none instead of none, and `empty` where
 * there really are none. Opening it reads them again: the keyboard comes to no button among options.
 */
export const optionsRead = ({ data, error, loading, refetch }: Answer, empty?: string) => ({
  loading,
  notFoundContent: data ? empty : error ? <ReadFault error={error} again={refetch} /> : unreadTitle(null),
  onOpenChange: (open: boolean) => {
    if (open && error) void refetch()
  },
})
