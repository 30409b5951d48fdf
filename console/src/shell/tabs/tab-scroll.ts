import { useLayoutEffect, useRef } from 'react'
import { useTabs } from '../../state/tab-store.ts'

const places = new Map<string, number>()

/**
 * Where the pages share one scroller with the top bars, each tab keeps its own place in it: props for the scroller.
 * Otherwise every page scrolls by itself, and Activity keeps its place.
 */
export const useTabScroll = (on: boolean) => {
  const active = useTabs((state) => state.active)
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (on && scroller.current) scroller.current.scrollTop = places.get(active) ?? 0
  }, [on, active])
  return {
    ref: scroller,
    onScroll: on ? () => places.set(active, scroller.current?.scrollTop ?? 0) : undefined,
  }
}
