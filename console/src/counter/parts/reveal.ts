/** px that the message and the one next button cover at the lower end. */
const covered = 118

/** At 200 % the counter itself scrolls, and what stays in sight below covers what lies behind it: brings this from there (ux 9.6). */
export const reveal = (one: Element | null | undefined): void => {
  const counter = one?.closest('[data-size~="low"][data-size~="lt992"]')
  if (!one || !counter) return
  const { top, bottom } = one.getBoundingClientRect()
  const view = counter.getBoundingClientRect()
  // What is not shown has no place.
  if (top === bottom) return
  const above = top - view.top
  counter.scrollTop += Math.min(above, Math.max(0, bottom + covered - view.bottom))
}
