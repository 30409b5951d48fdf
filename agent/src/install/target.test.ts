import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { defaultData, defaultRoot } from './layout.ts'
import { writeSettings } from './settings.ts'
import { targetOf } from './target.ts'

const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'yb-target-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

test('nothing installed and nothing said: the usual place, for all users', () => {
  const root = folder()
  expect(targetOf({ root }, undefined)).toEqual({ root, data: defaultData('system'), scope: 'system' })
})

test('an upgrade and a repair keep data and scope of what stands there', () => {
  const root = folder()
  writeSettings(root, { scope: 'user', data: '/srv/yibao', server: 'http://s', simulate: false, consoleOrigins: [] })
  const kept = { root, data: '/srv/yibao', scope: 'user' }
  expect([targetOf({ root }, undefined), targetOf({}, root)]).toEqual([kept, kept])
  expect(targetOf({ data: '/srv/other' }, root)).toEqual({ ...kept, data: '/srv/other' })
})

test.runIf(process.platform === 'linux')('for one person only, in his own place, whatever the machine has', () => {
  const all = folder()
  writeSettings(all, { scope: 'system', data: '/srv/all', server: 'http://s', simulate: false, consoleOrigins: [] })
  expect(targetOf({ user: true, root: all }, undefined)).toMatchObject({ scope: 'user', data: defaultData('user') })
  expect(targetOf({ user: true }, undefined).root).toBe(defaultRoot('user'))
})
