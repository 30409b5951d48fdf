import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { menuRows } from '@yibao/shared/menu.ts'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '..', 'src')
const sections = new Set(menuRows.map((row) => row.section))
const pages = menuRows.filter((row) => !row.public && !row.of && !sections.has(row.name))
const fileOf = (path: string) => join(src, 'pages', `${path}.tsx`)

test('every row of the menu has its page', () => {
  expect(pages.filter((row) => !existsSync(fileOf(row.path))).map((row) => row.path)).toEqual([])
})

const sources = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
const importing = (pattern: RegExp, folder: RegExp) =>
  sources.filter((name) => folder.test(name) && pattern.test(readFileSync(join(src, name), 'utf8')))

test('only the shell knows the router: a hook of it would re-render every hidden page', () => {
  expect(importing(/from 'react-router/, /^(?!shell\/)/)).toEqual([])
  expect(importing(/from 'react-router/, /^shell\//)).not.toEqual([])
})

test('the login page loads neither antd nor axios nor zod', () => {
  expect(importing(/from '(antd|axios|zod|@ant-design|@yibao\/shared\/(calls\/(?!paths)|field))/, /^login\//)).toEqual(
    [],
  )
})

test('what could not be read is told by ReadFault, which offers to read it again', () => {
  // The home page has none of antd: its tile says it and offers the same (failed.tsx).
  const byHand = /\b(error|refused|fault)\??\.(message|tips)\b/
  expect(importing(byHand, /^(?!(kit\/read-fault|pages\/dashboard)\b).*\.tsx$/)).toEqual([])
  expect(importing(byHand, /^kit\/read-fault/)).not.toEqual([])
})
