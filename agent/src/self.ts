import { isSea } from 'node:sea'
import { fileURLToPath } from 'node:url'

/**
 * Arguments by which this program starts itself in a role: packaged it is its own program, from the sources node runs main.ts.
 */
export const selfArguments = (role: string, ...args: string[]): string[] =>
  isSea()
    ? [role, ...args]
    : // That node calls types and SQLite experimental is nothing an operator can act on.
      ['--disable-warning=ExperimentalWarning', fileURLToPath(new URL('./main.ts', import.meta.url)), role, ...args]
