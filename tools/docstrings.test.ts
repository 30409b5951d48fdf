import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.ts'
import { sourcesIn } from './sources.ts'

// Exported functions have a docstring (STYLE): what they give, in which units, and where a rule comes from.

const declared = /^export (?:async )?(?:function\*? (\w+)|const (\w+)\b[^=\n]*=\s*(?:async )?(?:<[^=\n]*>)?\()/
const arrow = /^export const (\w+)\b.*=>/
const nextLine = /^export const (\w+)\b.*=\s*$/

/** Names of the exported functions of a text that have no docstring; between that and the function may stand remarks. */
const withoutDocstring = (text: string): string[] => {
  const lines = text.split('\n')
  const said = (from: number): boolean => {
    const before = lines[from]?.trim()
    if (before === undefined) return false
    return before.endsWith('*/') || ((before === '' || before.startsWith('//')) && said(from - 1))
  }
  return lines.flatMap((line, i) => {
    const [, named, constant] = declared.exec(line) ?? arrow.exec(line) ?? []
    const broken = /=>|^\s*(?:async )?[<(]/.test(lines[i + 1] ?? '') ? nextLine.exec(line)?.[1] : undefined
    const name = named ?? constant ?? broken
    return name && !said(i - 1) ? [name] : []
  })
}

test('an exported function has a docstring', () => {
  const sources = sourcesIn(['shared/src', 'server/src', 'agent/src', 'console/src']).filter(
    // What comes late is described where it is.
    (file) => !/\.test\.tsx?$|\/test\/|^console\/src\/kit\/late\//.test(file),
  )
  const found = sources.flatMap((file) =>
    withoutDocstring(readFileSync(join(root, file), 'utf8')).map((name) => `${file} ${name}`),
  )
  expect(found, 'write what they give').toEqual([])
})

test('functions of each form are seen, whatever stands between them and their docstring', () => {
  const forms = [
    'export const a = (x: number) => x',
    'export async function b() {}',
    'export const c =\n  (x: number) =>\n  () => x',
    'export const d = async <T>(x: T): Promise<T> => x',
    'export const e: Handler = async (x) => x',
  ]
  for (const form of forms) {
    expect(withoutDocstring(form), form).toHaveLength(1)
    expect(withoutDocstring(`/** What it gives. */\n// A remark.\n${form}`), form).toEqual([])
  }
  expect(withoutDocstring('export const limit = 5\nexport const rows = {\n  a: () => 1,\n}')).toEqual([])
})
