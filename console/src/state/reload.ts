// A reload that no person asked for: only while nothing is lost by it.

let unsaved = () => false

/** The shell says whether a tab holds unsaved input; before it is there nothing can be lost. */
export const watchUnsaved = (ask: () => boolean): void => {
  unsaved = ask
}

const triedKey = 'yibao.reload'

const documentIsThere = () =>
  fetch(document.baseURI, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )

/**
 * A part of this build could not be read. Where a newer one took its place the document is reloaded, once per build and
 * never over unsaved input; where the line is cut, a reload would leave nothing but the browser's own error page. False:
 * it stays, and the page that wanted the part has to say so.
 */
export const reloadForBuild = async (build: string): Promise<boolean> => {
  const mayNot = () => unsaved() || sessionStorage.getItem(triedKey) === build
  if (mayNot() || !(await documentIsThere()) || mayNot()) return false
  sessionStorage.setItem(triedKey, build)
  location.reload()
  return true
}
