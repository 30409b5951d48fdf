import { readFileSync } from 'node:fs'

/** Rows of a data file with a heading line, by column name; lines that begin with # are remarks. */
export const tsvRows = (path: string): Record<string, string>[] => {
  const [heading = '', ...lines] = readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  const names = heading.split('\t')
  return lines.map((line) => Object.fromEntries(line.split('\t').map((cell, i) => [names[i], cell])))
}
