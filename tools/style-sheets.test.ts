import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './root.ts'
import { sourcesIn, targetOf } from './sources.ts'

// A style sheet stands with the component that it serves, and holds what that one shows.

const room = 'console/src'
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const sheets = readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => join(room, name))

const importing = /import (?:(\w+) from )?'([^']+\.css)'/g
const composing = /composes: ([\w\s]+) from "([^"]+)"/g

interface Taken {
  /** Classes by name; `*`: one whose name is a value. */
  names: Set<string>
  by: string[]
}

/** Who takes what of each sheet. */
const takenOf = (): Map<string, Taken> => {
  const taken = new Map(sheets.map((sheet) => [sheet, { names: new Set<string>(), by: [] as string[] }]))
  const take = (file: string, sheet: string, names: Iterable<string>) => {
    const one = taken.get(targetOf(file, sheet))
    if (!one) throw new Error(`${file} imports ${sheet}, which is not there`)
    one.by.push(file)
    for (const name of names) one.names.add(name)
  }
  for (const file of sourcesIn([room])) {
    const text = textOf(file)
    for (const [, name, sheet] of text.matchAll(importing)) {
      const used = name ? text.matchAll(new RegExp(`\\b${name}(?:\\.(\\w+)|\\[)`, 'g')) : []
      take(
        file,
        sheet!,
        [...used].map(([, one = '*']) => one).filter((one) => one !== 'module'),
      )
    }
  }
  for (const file of sheets)
    for (const [, names, from] of textOf(file).matchAll(composing)) take(file, from!, names!.trim().split(/\s+/))
  return taken
}

/** The classes a module declares: not those it names as antd's. */
const classesOf = (sheet: string): Set<string> => {
  const selectors = textOf(sheet)
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/:global\([^)]*\)/g, '')
    .replace(/[^{};]*;/g, '')
  return new Set([...selectors.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name!))
}

test('no style sheet is longer than 250 lines', () => {
  const long = sheets.map((sheet) => [sheet, textOf(sheet).split('\n').length - 1] as const)
  expect(long.filter(([, lines]) => lines > 250)).toEqual([])
})

test('a sheet stands beside one that imports it, or among the parts of that one', () => {
  const places = (file: string) => [dirname(file), file.replace(/\.\w+$/, '')]
  const apart = [...takenOf()].filter(([sheet, { by }]) => !by.flatMap(places).includes(dirname(sheet)))
  expect(apart.map(([sheet]) => sheet)).toEqual([])
})

test('what shows a class has it in its sheet, and what a sheet has is shown', () => {
  const values = new Set(
    sourcesIn([room]).flatMap((file) => [...textOf(file).matchAll(/'(\w+)'/g)].map(([, one]) => one!)),
  )
  const wrong = [...takenOf()]
    .filter(([sheet]) => sheet.endsWith('.module.css'))
    .flatMap(([sheet, { names }]) => {
      const classes = classesOf(sheet)
      const isShown = (name: string) => names.has(name) || (names.has('*') && values.has(name))
      return [
        ...[...names].filter((name) => name !== '*' && !classes.has(name)).map((name) => `${sheet} lacks ${name}`),
        ...[...classes].filter((name) => !isShown(name)).map((name) => `${sheet}: nobody shows ${name}`),
      ]
    })
  expect(wrong).toEqual([])
  expect(classesOf(`${room}/shell/layout.module.css`)).toContain('shell')
})
