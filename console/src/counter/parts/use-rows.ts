import { type RefObject, useCallback, useEffect, useState } from 'react'
import { reveal } from './reveal.ts'

/** px; every row of the basket has it (N4). */
const rowHeight = 32
/** Baskets above this are windowed. */
const plainUpTo = 60
const around = 8

/** Which rows of a long basket are drawn, and the heights that stand for the others. */
export const useRows = (body: RefObject<HTMLDivElement | null>, count: number) => {
  const [view, setView] = useState({ top: 0, height: 600 })
  const measure = useCallback(() => {
    const { scrollTop: top = 0, clientHeight: height = 600 } = body.current ?? {}
    setView((now) => (now.top === top && now.height === height ? now : { top, height }))
  }, [body])
  useEffect(() => {
    measure()
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [measure])

  const all = count <= plainUpTo
  const first = all ? 0 : Math.max(0, Math.floor(view.top / rowHeight) - around)
  const last = all ? count : Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + around)
  const show = useCallback(
    (index: number) => {
      const box = body.current
      if (!box) return
      const top = index * rowHeight
      if (top < box.scrollTop) box.scrollTop = top
      // The head sticks to the top and covers one row's height.
      else if (top + 2 * rowHeight > box.scrollTop + box.clientHeight)
        box.scrollTop = top + 2 * rowHeight - box.clientHeight
      reveal(box.querySelector(`[aria-rowindex="${index + 2}"]`))
    },
    [body],
  )
  return { first, last, before: first * rowHeight, after: (count - last) * rowHeight, onScroll: measure, show }
}
