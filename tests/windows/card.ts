import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DriverPackage } from '@yibao/shared/agent/driver/package.ts'
import { sha256Of } from '../../installer/cache.ts'
import { run } from '../../installer/command.ts'

/** The driver that is installed. */
export const cardDriver = 'win-card'
const file = 'SSCardDriver.dll'

/** Compiles the library, whose cards are this holder's, and makes a driver of it in `folder`. */
const makeDriver = async (folder: string, version: string, holder: string): Promise<void> => {
  const library = join(folder, file)
  mkdirSync(folder, { recursive: true })
  // Vendors export the plain name, mingw would write iReadCardBas@8.
  const flags = ['-shared', '-s', '-fexec-charset=GBK', '-Wl,--kill-at', `-DHOLDER="${holder}"`]
  await run('i686-w64-mingw32-gcc', [...flags, '-o', library, join(import.meta.dirname, 'card.c')])
  const about = { id: cardDriver, extends: 'sscard-std', name: '读卡器', version, bits: 32 }
  const files = { 'win32-ia32': { file, sha256: sha256Of(library) } }
  writeFileSync(join(folder, 'driver.json'), JSON.stringify({ ...about, files }))
}

/** Puts the driver where those of this installation are, as a technician does. */
export const installCardDriver = (data: string): Promise<void> =>
  makeDriver(join(data, 'agent', 'drivers', cardDriver), '1.0.0', '张三')

/** A version of the driver as the server gives it out. */
export const packageCardDriver = async (
  folder: string,
  version: string,
  holder: string,
): Promise<{ folder: string; driver: DriverPackage }> => {
  await makeDriver(folder, version, holder)
  const files = ['driver.json', file].map((path) => {
    const place = join(folder, path)
    return { path, sha256: sha256Of(place), size: statSync(place).size }
  })
  return { folder, driver: { id: cardDriver, version, files } }
}
