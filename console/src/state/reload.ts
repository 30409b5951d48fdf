// A reload that no person asked for: only while nothing is lost by it.

let unsaved = () => false

/** The shell says whether a tab holds unsaved input; before it is there nothing can be lost. */
export const watchUnsaved = (ask: () => boolean): void => {
  unsaved = ask
}

const triedKey = 'yibao.reload'

/**
 * A part of this build is gone, because a newer one took its place: reloads the document, once per build and never over
 * unsaved input. False: it stays, and the page that wanted the part has to say so.
 */
export const reloadForBuild = (build: string): boolean => {
  if (unsaved() || sessionStorage.getItem(triedKey) === build) return false
  sessionStorage.setItem(triedKey, build)
  location.reload()
  return true
}
