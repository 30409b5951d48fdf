import { buildOf } from '@yibao/shared/console-build.ts'
import { readWindow, writeWindow } from './storage.ts'

// A reload that no person asked for: only while nothing is lost by it.

let unsaved = () => false

/** The shell says whether a tab holds unsaved input; before it is there nothing can be lost. */
export const watchUnsaved = (ask: () => boolean): void => {
  unsaved = ask
}

const triedKey = 'yibao.reload'

/** The build that is served now; undefined where nobody answers, or not with a console. */
const servedBuild = async () => {
  try {
    const answer = await fetch(document.baseURI, { cache: 'no-store' })
    return answer.ok ? buildOf(await answer.text()) : undefined
  } catch {
    return undefined
  }
}

/**
 * A part of this build could not be read. Where a newer one took its place the document is reloaded, once per build and
 * never over unsaved input; where the line is cut, or was for an instant, there is nothing newer to fetch. False: it stays,
 * and the page that wanted the part has to say so.
 */
export const reloadForBuild = async (build: string): Promise<boolean> => {
  const mayNot = () => unsaved() || readWindow(triedKey) === build
  const served = mayNot() ? undefined : await servedBuild()
  if (!served || served === build || mayNot()) return false
  writeWindow(triedKey, build)
  location.reload()
  return true
}
