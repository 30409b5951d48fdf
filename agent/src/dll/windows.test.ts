import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { installTools } from '../../../installer/tools.ts'
import { missingForWindows, which } from '../../../tools/machine.ts'
import { canPrint, startCups } from '../../test/cups.ts'
import { tempFolder } from '../../test/native.ts'
import { windowsAgent } from '../../test/windows.ts'
import type { Damaged } from '../../test/windows-damaged.ts'
import type { Folders } from '../../test/windows-folders.ts'
import type { Icons } from '../../test/windows-icons.ts'
import type { Places } from '../../test/windows-places.ts'
import type { Printers } from '../../test/windows-printers.ts'
import type { Told } from '../../test/windows-program.ts'
import type { Sessions } from '../../test/windows-sessions.ts'

// What the desk learns of Windows by its own calls. Vendors' DLLs run through the packaged agent (tests/windows).

const ready = missingForWindows().length === 0 && which('x86_64-w64-mingw32-gcc') !== undefined

/** Has the library of a driver ask for another file, of a name as long. */
const renamed = (dir: string, from: string, to: string) => {
  const [library, manifest] = ['needs.dll', 'driver.json'].map((name) => join(dir, name))
  const bytes = readFileSync(library!)
  bytes.write(to, bytes.indexOf(from), 'latin1')
  writeFileSync(library!, bytes)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  writeFileSync(manifest!, readFileSync(manifest!, 'utf8').replace(/(?<="sha256":")[0-9a-f]+/, sha256))
}

describe.skipIf(!ready)('a desk on Windows', () => {
  let told: Told | undefined
  let kept: boolean[]
  let answers: Map<string, unknown>
  let hidden: boolean
  let sessions: Sessions
  let places: Places
  let printers: Printers
  let damaged: Damaged
  let folders: Folders
  let icons: Icons
  let cups: Awaited<ReturnType<typeof startCups>> | undefined
  let agent: Awaited<ReturnType<typeof windowsAgent>> | undefined
  const folder = ready ? tempFolder() : ''
  beforeAll(async () => {
    if (!installTools(() => {})) throw new Error('Node for Windows could not be installed')
    cups = canPrint ? await startCups() : undefined
    agent = await windowsAgent(folder, cups && { CUPS_SERVER: cups.socketPath })
    const manifest = { extends: 'sscard-std', kind: 'socialCard' }
    agent.add('w-card', { source: 'sscard', target: 'win32-ia32', manifest })
    const read = { driver: 'w-card', task: 'read.socialCard' }
    const drips = [1, 2, 3, 4].map((n) => ({ ...read, name: `drip ${n}`, behave: 'drip' }))
    const none = { class: 'read', timeoutMs: 20_000, params: [], returns: { type: 'i32', ok: [0] } }
    const given = { ...none, returns: { type: 'i32', ok: '>=0' } }
    const functions = { create: none, apartment: given, post: given, dialog: given }
    for (const [id, more] of [
      ['w-plain', {}],
      ['w-sta', { threading: 'sta' }],
    ] as const)
      agent.add(id, { source: 'com', target: 'win32-ia32', manifest: { kind: 'settlement', functions, ...more } })
    const com = ['w-plain', 'w-sta'].flatMap((driver) =>
      Object.keys(functions).map((fn) => ({ name: `${driver} ${fn}`, driver, fn, times: fn === 'post' ? 300 : 0 })),
    )
    const needs = { source: 'needs', target: 'win32-ia32', needs: 'needed' } as const
    const lost = agent.add('w-root', { ...needs, manifest: { kind: 'settlement', functions: { through: none } } })
    renameSync(join(lost, 'needed.dll'), join(agent.windows.prefix, 'drive_c/windows/needed.dll'))
    const shared = agent.add('w-vc', { ...needs, manifest: { kind: 'settlement', functions: { through: none } } })
    renamed(shared, 'needed.dll', 'MFC90D.dll')
    const steps = [...com, ...['w-root', 'w-vc'].map((driver) => ({ name: driver, driver, fn: 'through' }))]
    const ran = await agent.run([...drips, { ...read, name: 'crash', behave: 'crash' }, ...steps], {})
    told = ran.told.get('crash')
    answers = new Map(steps.map(({ name }) => [name, ran.told.get(name)]))
    hidden = ran.hidden
    kept = drips.map(({ name }) => ran.told.get(name)?.state.pid !== undefined)
    ;({ sessions, places, printers, damaged, folders, icons } = ran)
  }, 300_000)
  afterAll(async () => {
    await agent?.windows.remove()
    await cups?.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a crash is told by its exit code, as a support call asks for it, and kept without values', () => {
    expect(told?.error).toMatchObject({ code: 'DRIVER_CRASHED', detail: { code: 0xc0000005 } })
    expect(told?.evidence).toMatchObject([{ fn: 'iReadCardBas', args: ['iType: i32', 'pOutInfo: buf 4096'] }])
  })
  test('a host whose library keeps what it takes is replaced between two calls', () => {
    expect(kept).toEqual([true, true, true, false])
  })
  test('a library that uses COM finds it where its manifest says sta, and only there', () => {
    const notInitialised = 0x800401f0 | 0
    expect(answers.get('w-plain create')).toMatchObject({ error: { detail: { code: notInitialised } } })
    expect(answers.get('w-sta create')).toMatchObject({ answer: { ret: 0 } })
    // 3: the main single-threaded apartment.
    expect(answers.get('w-sta apartment')).toMatchObject({ answer: { ret: 3 } })
  })
  test('its events come between two calls; nobody else pays for looking', () => {
    expect(answers.get('w-plain post')).toMatchObject({ answer: { ret: 0 } })
    expect(answers.get('w-sta post')).toMatchObject({ answer: { ret: expect.any(Number) } })
    expect((answers.get('w-sta post') as { answer: { ret: number } }).answer.ret).toBeGreaterThan(0)
  })
  test('a host has spent the window that Windows hides before a library shows its own', () => {
    expect(hidden).toBe(true)
    // 1 = it was started hidden, 2 = its dialog is seen; Wine hides no first window by itself.
    expect(answers.get('w-plain dialog')).toMatchObject({ answer: { ret: 3 } })
  })
  test('a dependency in the folder of Windows itself, from which no host loads, is missing by name', () => {
    expect(answers.get('w-root')).toMatchObject({
      error: { code: 'DRIVER_MISSING_FILE', detail: { text: expect.stringContaining('needed.dll（needs.dll 要用）') } },
    })
  })
  test('a runtime that is shared side by side is asked of the loader, and named when that does not find it', () => {
    const { error } = answers.get('w-vc') as Told
    expect(error).toMatchObject({ code: 'DRIVER_MISSING_FILE' })
    expect(error?.detail.text).toMatch(
      /^动态库.*。MFC90D\.dll（needs\.dll 要用）由系统里的 Visual C\+\+ 2005\/2008 运行库（x86）提供/,
    )
  })
  test('a program that stands in a folder is ended by whatever name that folder was reached', () => {
    expect(places).toEqual({ beside: 0, inside: 1 })
  })
  test('a desk reads cards while Windows looks for a printer that is off', () => {
    expect(printers).toMatchObject({ wentOn: true, printers: expect.any(Array) })
  })
  test('a printer that is not there is not watched but told', () => {
    expect(printers.watched[0]).toBe('Error: the printer cannot be opened')
  })
  test.skipIf(!canPrint)('any other is opened, and watched as far as Windows lets anybody: Wine does not', () => {
    const names = printers.printers.map(({ name }) => name)
    expect(names).toContain('COUNTER')
    expect(printers.watched.slice(1)).toEqual(names.map(() => 'not watched'))
    expect(names).toContain(printers.standard)
  })
  test('a damaged database is put aside and begun anew, though Windows renames no file that is open', () => {
    expect(damaged).toEqual({ aside: ['jobs.sqlite.damaged'], taken: true })
  })
  test('a data folder is made, or taken with what is in it; a file in its place is told and left alone', () => {
    expect(folders.told).toEqual(['taken', 'taken', expect.stringContaining('是一个文件')])
    // Wine keeps no owner: it names whoever asks.
    expect(folders).toMatchObject({
      made: false,
      place: { folder: true, link: false },
      own: true,
      gone: null,
      inside: 2,
    })
    expect(folders.place.rights).toMatch(/^D:.*(S-1-5-21-|BA)/)
    expect(folders.names).toEqual([
      expect.stringMatching(/\\/),
      expect.stringContaining('Administrators'),
      'S-1-5-21-1-2-3-4',
    ])
  })
  test('what is sealed has the rights that were asked, as far as Wine keeps them, and none that it had before', () => {
    const [full, read] = [/;0x1301[fb]f;;;WD\)/, /;0x1200a9;;;WD\)/]
    expect(folders.sealed).toEqual([
      expect.stringMatching(full),
      expect.stringMatching(read),
      expect.not.stringContaining(';WD)'),
    ])
    for (const rights of folders.sealed) expect(rights).toMatch(/^D:.*\(A;;FA;;;SY\)/)
  })
  test('what a folder lists is seen by its very name, be it long or end with a dot', () => {
    const sealed = expect.stringMatching(/^D:\(A;;FA;;;SY\)(?!.*;WD\))/)
    expect([folders.rights, folders.deep]).toEqual([[sealed, sealed, sealed], 2])
  })
  test('the console stands on the desktop and in the start menu of every user, by a shortcut that Windows wrote', () => {
    expect(icons.states).toEqual(['noBrowser', 'absent', 'there', 'absent'])
    const one = {
      ...{ program: icons.browser, icon: icons.picture, description: '打开医保云的收银窗口' },
      args: '--app=https://console.example.cn/ --start-maximized',
    }
    expect(icons.seen).toMatchObject([one, one])
  })
  test('the logon session of a program is known; that of the other end of a connection where its owner is told', () => {
    expect(sessions).toMatchObject({ own: expect.any(Number) })
    expect(sessions.own).toBeGreaterThanOrEqual(0)
    expect(sessions).toMatchObject({ someone: expect.any(Boolean), gone: -1, active: [true, true], desk: 'here' })
    expect(sessions).not.toHaveProperty('nobody')
    // Wine lists the connection and names no owner.
    expect([undefined, sessions.own]).toContain(sessions.peer)
  })
})
