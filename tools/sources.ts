import { readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { root } from './root.ts'

/** The sources below some folders, tests among them: repository paths. */
export const sourcesIn = (folders: readonly string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/node_modules|(^|\/)dist\//.test(name))
      .map((name) => join(folder, name)),
  )

/** What an import of a source file names: a repository path for relative and workspace imports, else the bare name. */
export const targetOf = (file: string, named: string): string =>
  named.startsWith('.')
    ? relative(root, resolve(root, dirname(file), named))
    : named.replace(/^@yibao\/([a-z]+)\//, '$1/src/')
