import { useEffect, useState } from 'react'

/** An end by the clock of the day, which goes on while the PC sleeps, and by the one that nobody sets; ms. */
interface End {
  wall: number
  steady: number
}

/** The end that is `ms` from now. */
export const endIn = (ms: number): End => ({ wall: Date.now() + ms, steady: performance.now() + ms })

/** Whole seconds to an end by whichever clock comes first: a PC whose clock is set back waits no longer for it. */
export const secondsTo = ({ wall, steady }: End): number =>
  Math.max(0, Math.ceil(Math.min(wall - Date.now(), steady - performance.now()) / 1000))

/** Seconds left of a lockout, counted down; and what starts it. */
export const useCountdown = (): [number, (seconds: number) => void] => {
  const [until, setUntil] = useState<End>()
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (!until) return
    const tick = () => setLeft(secondsTo(until))
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [until])
  return [left, (seconds) => setUntil(endIn(seconds * 1000))]
}
