import { progress } from '@yibao/shared/calls/base.ts'
import { useEffect, useState } from 'react'
import { isAway } from '../api/away.ts'
import { coalesce } from '../api/coalesce.ts'
import { useCall } from '../api/index.ts'
import { onNews, useFollowing, useLiveLink } from '../api/live.ts'

/** ms between two questions while no events arrive. */
const pace = 1000

/**
 * A long piece of work by its progressId (SPEC 2): the server pushes how far it is, the texts are asked for then; asked
 * by time only while the line for events is cut. `over`: it has ended, or can no longer be followed (`error` says why).
 */
export const useProgress = (progressId: string) => {
  const [pushed, setPushed] = useState(0)
  const [ended, setEnded] = useState(false)
  const live = useLiveLink((state) => state.connected)
  const job = useCall(
    progress.percentage,
    { progressId },
    { staleTime: 0, refetchInterval: live || ended ? undefined : pace },
  )
  const { percentage = 0, text = '正在准备…', finished = false, error, results = [], name, stops } = job.data ?? {}
  const lost = job.error !== null && !isAway(job.error)
  const over = finished || lost
  const { refetch } = job
  useEffect(() => {
    if (over) {
      setEnded(true)
      return
    }
    const add = (n: number) => useFollowing.setState(({ count }) => ({ count: count + n }))
    add(1)
    return () => add(-1)
  }, [over])
  useEffect(() => {
    const ask = coalesce(() => refetch({ cancelRefetch: false }))
    // The line came or went: what happened in between was told to nobody.
    ask()
    if (!live) return
    return onNews('progress', (event) => {
      if (event && event.progressId !== progressId) return
      if (event) setPushed(event.percentage)
      ask()
    })
  }, [live, progressId, refetch])
  return {
    percentage: Math.max(percentage, finished ? 100 : pushed),
    text,
    finished,
    error: error || job.error?.message,
    results,
    over,
    name,
    stops,
  }
}
