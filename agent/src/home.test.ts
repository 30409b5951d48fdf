import { expect, test } from 'vitest'
import { homeOf, rootOf } from './home.ts'

test('a packaged program is at home in its folder, a copy of it where it was told', () => {
  expect(homeOf(true, ['agent', 'agent', 'gateway'], '/opt/a/versions/1.0.0/agent', '/src')).toBe(
    '/opt/a/versions/1.0.0',
  )
  const copy = ['agent', 'agent', 'host', '--connect', 'p', '--home', '/opt/a/versions/1.0.0']
  expect(homeOf(true, copy, '/drivers/x/agent', '/src')).toBe('/opt/a/versions/1.0.0')
  expect(homeOf(false, copy, '/usr/bin/node', '/src')).toBe('/src')
})

test('an installation is known by its folders, on either system', async () => {
  const { win32, posix } = await import('node:path')
  expect(rootOf('/opt/a/versions/1.0.0', posix)).toBe('/opt/a')
  expect(rootOf('C:\\Program Files\\YibaoAgent\\versions\\1.0.0', win32)).toBe('C:\\Program Files\\YibaoAgent')
  expect(rootOf('/home/u/dist/linux-x64', posix)).toBeUndefined()
})
