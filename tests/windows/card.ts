import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256Of } from '../../installer/cache.ts'
import { run } from '../../installer/command.ts'

/** The driver that is installed. */
export const cardDriver = 'win-card'

/** Compiles the library and puts it where drivers of this installation are. */
export const installCardDriver = async (data: string): Promise<void> => {
  const folder = join(data, 'agent', 'drivers', cardDriver)
  const file = 'SSCardDriver.dll'
  const library = join(folder, file)
  mkdirSync(folder, { recursive: true })
  // Vendors export the plain name, mingw would write iReadCardBas@8.
  const flags = ['-shared', '-s', '-fexec-charset=GBK', '-Wl,--kill-at']
  await run('i686-w64-mingw32-gcc', [...flags, '-o', library, join(import.meta.dirname, 'card.c')])
  const about = { id: cardDriver, extends: 'sscard-std', name: '读卡器', version: '1.0.0', bits: 32 }
  const files = { 'win32-ia32': { file, sha256: sha256Of(library) } }
  writeFileSync(join(folder, 'driver.json'), JSON.stringify({ ...about, files }))
}
