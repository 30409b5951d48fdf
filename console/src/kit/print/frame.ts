/** SPEC 8, letter by letter. */
const frameTexts = {
  noFrame: 'iframes may not be supported in this browser.',
  noDocument: 'Cannot find document.',
} as const

type FrameLike = { contentWindow: { focus: () => void; print?: () => void; document?: unknown } | null }

/** Prints what a frame shows; throws SPEC 8's two messages where it cannot. */
export const printInFrame = (frame: FrameLike | null): void => {
  if (!frame) throw new Error(frameTexts.noFrame)
  const view = frame.contentWindow
  if (!view || typeof view.print !== 'function') throw new Error(frameTexts.noDocument)
  view.focus()
  view.print()
}
