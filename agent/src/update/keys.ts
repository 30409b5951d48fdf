import { join } from 'node:path'
import { type ReleaseKeys, releaseKeys } from '@yibao/shared/agent/release.ts'
import { readJson } from '../files/disk.ts'
import { versionFolder } from '../install/layout.ts'
import type { Installation } from '../install/platform.ts'

/** File of a version's folder that holds the public keys of the releases after it. */
export const keysFile = 'release-keys.json'

/**
 * The keys this installation takes releases from: those of the version that runs. So keys change with a release that
 * two of the old ones signed, and a version that goes back takes its keys with it. Without the file there are none.
 */
export const keysOf = (installation: Installation): ReleaseKeys => {
  const parsed = releaseKeys.safeParse(
    readJson(join(versionFolder(installation.root, installation.active()), keysFile)),
  )
  return parsed.success ? parsed.data : []
}
