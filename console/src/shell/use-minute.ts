import { formatTime } from '@yibao/shared/time.ts'
import { useEffect, useState } from 'react'

const minute = () => formatTime(new Date()).slice(0, 16)

/** Time and day to the minute, yyyy-MM-dd HH:mm, as they go on. */
export const useMinute = (): string => {
  const [now, setNow] = useState(minute)
  useEffect(() => {
    const timer = setInterval(() => setNow(minute()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
