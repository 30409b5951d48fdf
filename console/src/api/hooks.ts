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
  /** Of a list: all of its rows, however many pages they are, as one answer. */
  whole?: boolean
}

/** What a page may hold at most. */
const pageSize = 500

/** All rows of a list, page behind page; a row that changes its place meanwhile may be missing until the next reading. */
const wholeOf = async <C extends Call>(call: C, input: InputOf<C>, options: CallOptions): Promise<ResultOf<C>> => {
  const items: unknown[] = []
  for (let page = 1; ; page++) {
    const asked = { ...(input as object), page, pageSize } as InputOf<C>
    const one = (await callServer(call, asked, options)) as { items: unknown[]; total: number }
    const { items: more, total } = one
    items.push(...more)
    if (!more.length || items.length >= total) return { ...one, items } as ResultOf<C>
  }
}

/** A read that a component shows; `null` as input means not now. The cache key is [call.path, input]. */
export const useCall = <C extends Call>(call: C, input: InputOf<C> | null, options: UseCallOptions = {}) => {
  const query = useQuery<ResultOf<C>, CallError>({
    queryKey: options.whole ? [call.path, input, 'whole'] : [call.path, input],
    enabled: input !== null,
    queryFn: ({ signal }) =>
      (options.whole ? wholeOf : callServer)(call, input as InputOf<C>, { silent: options.silent ?? true, signal }),
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
