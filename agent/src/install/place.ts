import { statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** What Windows answers for a file that has no number of 64 bits. */
const unnumbered = 0xffffffffffffffffn

/** A folder by volume and number, the same whatever it is called: another letter (subst), a short name, a link. */
const identityOf = (folder: string): string | undefined => {
  try {
    const { dev, ino } = statSync(folder, { bigint: true })
    return ino === 0n || ino === unnumbered ? undefined : `${dev}:${ino}`
  } catch {
    return undefined // gone, or not for this account
  }
}

const spelt = (path: string) => (process.platform === 'win32' ? path.toLowerCase() : path)
/** Another machine's, where no installation stands and which may take a minute not to answer. */
const isElsewhere = (file: string) => file.startsWith('\\\\')

/** Whether a file stands in `folder` or below it, under whatever name either is known; the file itself may be gone. */
export const placeIn = (folder: string): ((file: string) => boolean) => {
  const wanted = identityOf(folder)
  const named = spelt(resolve(folder))
  const known = new Map<string, string | undefined>()
  const identity = (path: string) => {
    if (!known.has(path)) known.set(path, identityOf(path))
    return known.get(path)
  }
  return (file) => {
    if (isElsewhere(file)) return false
    for (let at = dirname(file), below = file; at !== below; below = at, at = dirname(at))
      if (spelt(at) === named || (wanted !== undefined && identity(at) === wanted)) return true
    return false
  }
}
