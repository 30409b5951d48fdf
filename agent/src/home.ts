import { dirname, join } from 'node:path'
import { isSea } from 'node:sea'

// Whether and where this program is installed, told by where its file stands:
// <root>/versions/<version>/agent[.exe]. Nothing is read from a registry or the environment for it.

const flag = '--home'

/**
 * Folder of what is shipped beside the program: versions/<version> when packaged, agent/ in the sources.
 * A copy of the host in a driver's folder is told where it came from by `--home`.
 */
export const homeOf = (packaged: boolean, argv: readonly string[], program: string, sources: string): string => {
  if (!packaged) return sources
  const at = argv.indexOf(flag)
  return (at > 0 && argv[at + 1]) || dirname(program)
}

/** See homeOf. */
export const home = (): string => homeOf(isSea(), process.argv, process.execPath, join(import.meta.dirname ?? '', '..'))

/** Arguments for a program that does not stand in its own folder. */
export const homeArguments = (): string[] => (isSea() ? [flag, home()] : [])

/** The root of the installation this program belongs to; undefined when it runs from anywhere else. */
export const rootOf = (folder: string, pathOf = { dirname }): string | undefined => {
  const versions = pathOf.dirname(folder)
  return /[\\/]versions$/.test(versions) ? pathOf.dirname(versions) : undefined
}
