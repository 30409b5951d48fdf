import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { CallError } from './error.ts'
import type { CallOptions } from './request.ts'
import { callServer } from './server.ts'

interface UseCallOptions {
  /** Toasts only when false: a page shows a load error in place. */
  silent?: boolean
  /** ms an answer counts as fresh; default 30 s, so a revealed tab is instant. */
  staleTime?: number
  refetchInterval?: number
  /** Keep the last rows while the next page loads: the layout does not jump. */
  keepPrevious?: boolean
}

/** A read that a component shows; `null` as input means not now. The cache key is [call.path, input]. */
export const useCall = <C extends Call>(call: C, input: InputOf<C> | null, options: UseCallOptions = {}) => {
  const query = useQuery<ResultOf<C>, CallError>({
    queryKey: [call.path, input],
    enabled: input !== null,
    queryFn: ({ signal }) => callServer(call, input as InputOf<C>, { silent: options.silent ?? true, signal }),
    staleTime: options.staleTime ?? 30_000,
    refetchInterval: options.refetchInterval,
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
  })
  return {
    data: query.data,
    error: query.error,
    loading: query.isLoading,
    fetching: query.isFetching,
    /** Unix ms of the shown answer. */
    updatedAt: query.dataUpdatedAt,
    refetch: query.refetch,
  }
}

interface UseActionOptions {
  /** Reads that are old once the action succeeded. */
  invalidates?: readonly Call[]
  silent?: boolean
}

/** An action with its running state: `seconds` counts from the start, because a call may take five minutes. */
export const useAction = <C extends Call>(call: C, { invalidates = [], silent }: UseActionOptions = {}) => {
  const client = useQueryClient()
  const [since, setSince] = useState<number | null>(null)
  const [seconds, setSeconds] = useState(0)
  const latest = useRef({ invalidates, silent })
  latest.current = { invalidates, silent }

  useEffect(() => {
    if (since === null) return
    const timer = setInterval(() => setSeconds(Math.floor((Date.now() - since) / 1000)), 500)
    return () => clearInterval(timer)
  }, [since])

  const run = useCallback(
    async (input: InputOf<C>, options: CallOptions = {}): Promise<ResultOf<C>> => {
      setSeconds(0)
      setSince(Date.now())
      try {
        const result = await callServer(call, input, { silent: latest.current.silent, ...options })
        for (const one of latest.current.invalidates) void client.invalidateQueries({ queryKey: [one.path] })
        return result
      } finally {
        setSince(null)
      }
    },
    [call, client],
  )
  return { run, running: since !== null, seconds }
}
