import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nativeDrivers } from '../../../agent/test/native.ts'
import { driverId, manifest } from '../agent/driver.ts'

/** A folder with the bench's driver, compiled for this machine; removing it is the caller's. */
export const compiled = () => {
  const folder = mkdtempSync(join(tmpdir(), 'yibao-bench-hosts-'))
  const dir = nativeDrivers(folder).add(driverId, 'settlement', manifest)
  return { folder, library: join(dir, 'libsettlement.so') }
}
