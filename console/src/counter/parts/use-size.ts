import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * Which widths of ux 2.1 and 2.8 the counter has, as words for `[data-size~="…"]`. Its own width counts, not the
 * window's: beside an open sidebar or in an ERP's frame they differ, and old browsers know no container queries.
 */
const sizes: readonly (readonly [string, (width: number) => boolean])[] = [
  ['w1440', (width) => width >= 1440],
  // A scrollbar beside 1366 px takes no column away.
  ['lt1366', (width) => width < 1350],
  ['lt1241', (width) => width < 1241],
  ['tight', (width) => (width > 1100 && width < 1241) || width < 992],
  ['lt1101', (width) => width < 1101],
  ['lt992', (width) => width < 992],
  ['lt481', (width) => width < 481],
]

/** px that everything of one screen needs, one below the other: with the person in a strip, in steps, beside each other. */
const enough = (width: number) => (width < 992 ? 600 : width < 1101 ? 536 : 464)

/** `low`: not all of it fits, as at 125 % on a small screen; message, cash and buttons still must (ux 9.6). */
const sizeOf = (width: number, height: number): string =>
  [...sizes.filter(([, holds]) => holds(width)).map(([name]) => name), ...(height < enough(width) ? ['low'] : [])].join(
    ' ',
  )

/** The size words of an element, measured before it is painted and whenever it changes its size. */
export const useSize = (root: RefObject<HTMLElement | null>): string => {
  const [size, setSize] = useState('')
  useLayoutEffect(() => {
    const box = root.current
    if (!box) return
    const measure = () => setSize(sizeOf(box.clientWidth, box.clientHeight))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    return () => observer.disconnect()
  }, [root])
  return size
}
