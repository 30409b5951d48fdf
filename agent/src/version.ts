import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSea } from 'node:sea'
import manifest from '../package.json' with { type: 'json' }
import { home } from './home.ts'

/** What version.json beside the executable says: the updater checks it with the files it lists. */
const shipped = (): string | undefined => {
  try {
    return String(JSON.parse(readFileSync(join(home(), 'version.json'), 'utf8')).version)
  } catch {
    return undefined
  }
}

/** Version of the agent: of the installed files, else as its package says. */
export const version: string = (isSea() ? shipped() : undefined) ?? manifest.version
