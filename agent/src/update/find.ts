import { resolve } from 'node:path'
import { openInstallation } from '../install/open.ts'
import type { Installation } from '../install/platform.ts'
import { plainFolder } from './plain-folder.ts'

/**
 * The installation this process belongs to: the platform's, or with YIBAO_ROOT one that is only folders. Undefined for a
 * process that runs from the sources: it is not updated.
 */
export const findInstallation = async (): Promise<Installation | undefined> => {
  const { YIBAO_ROOT, DATA_DIR = 'data' } = process.env
  return YIBAO_ROOT ? plainFolder(resolve(YIBAO_ROOT), resolve(DATA_DIR)) : openInstallation()
}
