import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { placeIn } from './place.ts'

const home = realpathSync(mkdtempSync(join(tmpdir(), 'yb-place-')))
afterAll(() => rmSync(home, { recursive: true, force: true }))

const root = join(home, 'Program Files', '本机助手')
const program = join(root, 'versions', '1.0.0', 'agent.exe')
mkdirSync(join(root, 'versions', '1.0.0'), { recursive: true })
writeFileSync(program, '')
mkdirSync(`${root}-2`)
// The same folder under another name, as a drive letter of its own or a short name is on Windows.
symlinkSync(join(home, 'Program Files'), join(home, 'PROGRA~1'))
const alias = join(home, 'PROGRA~1', '本机助手')

test.each([
  ['as it is called', root, program],
  ['the file by another name', root, join(alias, 'versions', '1.0.0', 'agent.exe')],
  ['the folder by another name', alias, program],
  ['a file that is gone', root, join(alias, 'versions', 'gone.exe')],
  ['a folder that is gone with it', join(home, 'gone'), join(home, 'gone', 'versions', 'agent.exe')],
])('inside: %s', (_, folder, file) => expect(placeIn(folder)(file)).toBe(true))

test.each([
  ['beside it, under a name that begins alike', root, join(`${root}-2`, 'agent.exe')],
  ['the folder itself', root, root],
  ['above it', program, root],
  ['elsewhere', root, process.execPath],
  ['of a folder that is gone', join(home, 'gone'), program],
])('outside: %s', (_, folder, file) => expect(placeIn(folder)(file)).toBe(false))
