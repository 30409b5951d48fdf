import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programName } from '../install/layout.ts'
import { type Signature, signatureStates } from '../os/signature.ts'
import { strangeProgram } from './publisher.ts'
import { installVersion, memoryInstallation } from './test/folder.ts'

const program = (text: string) => Buffer.from(`MZ ${text}`)
const viewer = program('a viewer, as its author signed it')
const before = { [programName()]: program('old'), 'Viewer.exe': viewer }
let place: ReturnType<typeof memoryInstallation>
beforeEach(() => {
  place = memoryInstallation('1.0.0', before, [])
})
afterEach(() => rmSync(place.root, { recursive: true }))

const ours: Signature = { status: signatureStates.trusted, publisher: 'CN=医保云', certificate: 'c1' }
const unknown = { ...ours, status: signatureStates.untrustedRoot }
const none: Signature = { status: 0x800b0100, publisher: '', certificate: '' }

/** What is strange about a next version of these files, when the running and the new program are signed so. */
const look = (own: Signature, next: Signature, files: Record<string, Buffer> = {}) => {
  installVersion(place.root, '1.1.0', { [programName()]: program('new'), 'Viewer.exe': viewer, ...files }, [])
  const active = join('versions', '1.0.0')
  return strangeProgram(place.installation, '1.1.0', (path) => (path.includes(active) ? own : next))
}

test.each<[string, Signature, Signature, boolean]>([
  ['the same publisher', ours, ours, true],
  ['the same publisher with his next certificate', ours, { ...ours, certificate: 'c2' }, true],
  ['another publisher', ours, { ...ours, publisher: 'CN=医保云 Inc' }, false],
  ['nobody', ours, none, false],
  ['bytes that were changed', ours, { ...ours, status: 0x80096010 }, false],
  ['a certificate that Windows does not know any more', ours, unknown, false],
  ['the same unknown certificate', unknown, unknown, true],
  ['another unknown certificate of that name', unknown, { ...unknown, certificate: 'c2' }, false],
  ['a known one where the running one is not', unknown, ours, false],
  ['a trusted one where the running one has expired since', { ...ours, status: signatureStates.expired }, ours, true],
  ['one that has expired', ours, { ...ours, status: signatureStates.expired }, false],
  ['a running version that nobody signed', none, none, false],
  ['a publisher whose name nobody could read', { ...ours, publisher: '' }, { ...ours, publisher: '' }, false],
  ['a running version that was changed', { ...ours, status: 0x80096010 }, { ...ours, status: 0x80096010 }, false],
])('signed by %s', (_, own, next, allowed) => {
  expect(look(own, next)).toBe(allowed ? undefined : programName())
})

test('every program and library counts, whatever its name; what is neither does not', () => {
  const files = { 'native/win32-x64/koffi.node': program('planted'), 'console/index.html': Buffer.from('<html>') }
  installVersion(place.root, '1.1.0', { ...before, ...files }, [])
  expect(strangeProgram(place.installation, '1.1.0', (path) => (path.endsWith('.node') ? none : ours))).toBe(
    'native/win32-x64/koffi.node',
  )
})

test('what the running version has already need not be signed anew', () => {
  expect(look(ours, ours)).toBeUndefined()
  expect(look(ours, none, { [programName()]: before[programName()]! })).toBeUndefined()
  expect(look(ours, none, { [programName()]: before[programName()]!, 'Viewer.exe': program('another') })).toBe(
    'Viewer.exe',
  )
})
