import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { type DriverSettings, driverFileAnswer, paths } from '@yibao/shared/agent/cloud.ts'
import { type DriverPackage, manifestFile, type PackageFile } from '@yibao/shared/agent/driver/package.ts'
import { ManifestProblem, parseManifest, readManifestText } from '@yibao/shared/agent/driver/read-manifest.ts'
import { activeFile, isUntouched, readActive } from '../dll/active.ts'
import { isCut, mayBeCut } from '../files/cut.ts'
import { hashFile, moveOver, sizeOf, syncFolder, writeWhole } from '../files/disk.ts'
import { freeIn, leftFree, NoRoom, needRoom } from '../files/room.ts'
import { isDiskFull } from '../files/sqlite.ts'
import { sha256hex } from '../hash.ts'
import { keepSettings } from './driver-settings.ts'
import type { ServerClient } from './server-client.ts'

interface PackageOptions {
  /** DATA_DIR/agent/packages; only this process writes it */
  folder: string
  client: ServerClient
  agentId: string
  /** Tells the desk that these drivers stand elsewhere now; it changes over when no call runs. */
  onActive: (ids: string[]) => Promise<unknown>
  /** Puts a folder in its place; patient with a virus scanner, which looks through what has just been written. */
  move?: (from: string, to: string) => void
  /** bytes left on the disk of a folder; the system's word, when absent */
  free?: typeof freeIn
  log: { info(text: string): void; warn(text: string): void }
}

/** A file that went again right after it was brought is being taken away by somebody: it is not brought without end. ms. */
const bringAgainMs = 10 * 60_000

/** The folder of a package: its driver.json holds the hash of every library, so its hash names the whole. */
const placeOf = ({ id, version, files }: DriverPackage) => {
  const own = files.find(({ path }) => path === manifestFile)
  return `${id}@${version}-${(own?.sha256 ?? '').slice(0, 16)}`
}

/**
 * Brings the driver packages of the policy onto this PC: each file from the one server, by its hash, into a folder that
 * is never changed once it is whole. What the desk uses is one small file that names the folders; going back to a former
 * version is naming its folder again.
 */
export class DriverPackages {
  readonly #options: PackageOptions
  /** Files whose bytes were looked at: path -> size and time of a library then, `own` of what its library may write. */
  readonly #sound = new Map<string, string>()
  /** When a package was last made whole again, ms from anywhere. */
  readonly #healed = new Map<string, number>()

  constructor(options: PackageOptions) {
    this.#options = options
    this.#makeFolder()
  }

  #makeFolder() {
    mkdirSync(join(this.#options.folder, 'files'), { recursive: true, mode: 0o755 })
  }

  /**
   * Makes what is here what the policy wants. A package that cannot be had leaves the one in use where it is. Throws
   * ServerUnreachable, ServerRefused or NoRoom after the others have been tried.
   */
  async sync(wanted: readonly DriverPackage[], settings: DriverSettings = {}, signal?: AbortSignal): Promise<void> {
    this.#makeFolder()
    this.#clear(wanted)
    const set = keepSettings(this.#options.folder, settings)
    const before = readActive(this.#options.folder)
    const now: Record<string, string> = {}
    const renewed: string[] = []
    let fault: unknown
    for (const one of wanted) {
      const place = placeOf(one)
      try {
        if (!isUntouched(join(this.#options.folder, place))) {
          await this.#bring(one, place, this.#worksAs(before[one.id], place) ? leftFree : 0, signal)
          renewed.push(one.id)
        } else if (await this.#heal(one, place, signal)) renewed.push(one.id)
        now[one.id] = place
      } catch (error) {
        fault ??= error
        if (error instanceof NoRoom || isDiskFull(error)) this.#giveBack(one, place)
        if (before[one.id]) now[one.id] = before[one.id]!
      }
    }
    const changed = [...new Set([...Object.keys(before), ...Object.keys(now)])].filter(
      (id) => before[id] !== now[id] || renewed.includes(id),
    )
    if (changed.length) this.#activate(before, now, changed)
    this.#tell(set.filter((id) => !changed.includes(id)))
    if (fault !== undefined) throw fault
  }

  /** What a kill left of a package that nobody wants any more; of one that is wanted what came already stays. */
  #clear(wanted: readonly DriverPackage[]) {
    const { folder } = this.#options
    const known = new Set(wanted.flatMap(({ files }) => files.map(({ sha256 }) => sha256)))
    const halves = readdirSync(folder).filter((name) => name.endsWith('.half'))
    const files = readdirSync(join(folder, 'files')).filter((name) => !known.has(name))
    // A virus scanner may hold one: the next round takes it.
    for (const path of [...halves, ...files.map((name) => join('files', name))])
      try {
        rmSync(join(folder, path), { recursive: true, force: true })
      } catch {}
  }

  /** Kept to go on from, what came would be what keeps the disk full, and nothing is read or printed on a full one. */
  #giveBack({ files }: DriverPackage, place: string) {
    for (const part of [`${place}.half`, ...files.map(({ sha256 }) => join('files', sha256))])
      try {
        rmSync(join(this.#options.folder, part), { recursive: true, force: true })
      } catch {
        // The next round takes what a scanner holds.
      }
  }

  #activate(before: Record<string, string>, now: Record<string, string>, changed: string[]) {
    const { folder, log } = this.#options
    writeWhole(join(folder, activeFile), JSON.stringify(now))
    for (const id of changed) log.info(`driver ${id}: ${now[id] ?? 'no package'}`)
    this.#tell(changed)
    for (const id of changed) if (before[id] !== now[id]) this.#left(before[id])
    this.#tidy(Object.values(now))
  }

  /** Notes when a package was last in use, by its folder's time: not when it came. */
  #left(place: string | undefined) {
    if (!place) return
    // It only decides what is tidied away first.
    try {
      utimesSync(join(this.#options.folder, place), new Date(), new Date())
    } catch {}
  }

  /** A desk that is not there reads the files when it starts. */
  #tell(ids: string[]) {
    // Not awaited: a call that runs may take minutes, and the server must hear of us meanwhile.
    if (ids.length) void this.#options.onActive(ids).catch(() => {})
  }

  /**
   * Throws NoRoom where the disk could not take these files, as they come and in their place, and leave `left` bytes: said
   * before the first byte, for what fills the disk only to be given back would do so every half minute.
   */
  #needRoom(files: readonly PackageFile[], left: number) {
    const { folder, free = freeIn } = this.#options
    const came = ({ sha256, size }: PackageFile) => Math.min(size, sizeOf(join(folder, 'files', sha256)) ?? 0)
    const bytes = files.reduce((sum, file) => sum + 2 * file.size - came(file), 0)
    needRoom(folder, bytes, free, left)
  }

  /** Whether another package of the driver does the work meanwhile: then a new one can wait for room. */
  #worksAs(inUse: string | undefined, place: string) {
    return inUse !== undefined && inUse !== place && isUntouched(join(this.#options.folder, inUse))
  }

  /** A package's folder, made whole beside its place and then moved there; `left`: bytes it leaves to the counter. */
  async #bring(one: DriverPackage, place: string, left: number, signal?: AbortSignal) {
    const { folder, move = moveOver } = this.#options
    const half = join(folder, `${place}.half`)
    rmSync(half, { recursive: true, force: true })
    this.#needRoom(one.files, left)
    await this.#needWords(one, signal)
    for (const file of one.files) {
      const bytes = await this.#fetch(file, signal)
      const path = join(half, ...file.path.split('/'))
      mkdirSync(dirname(path), { recursive: true })
      writeWhole(path, bytes)
    }
    syncFolder(half)
    rmSync(join(folder, place), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    move(half, join(folder, place))
    syncFolder(folder)
    for (const { sha256 } of one.files) rmSync(join(folder, 'files', sha256), { force: true })
  }

  /**
   * A manifest in words that this version does not know yet would take the reader away that works: what is in use stays, and
   * nothing more of the package is fetched, until this PC has been updated. Throws PackageUnreadable.
   */
  async #needWords({ id, version, files }: DriverPackage, signal?: AbortSignal) {
    const own = files.find(({ path }) => path === manifestFile)
    const text = own ? (await this.#fetch(own, signal)).toString('utf8') : ''
    try {
      const said = readManifestText(text)
      // What it takes from another driver only the desk can tell; the server gives out none of these.
      if (typeof said !== 'object' || said === null || !('extends' in said)) parseManifest(said)
    } catch (error) {
      if (error instanceof ManifestProblem) throw new PackageUnreadable(`${id} ${version}: ${error.message}`)
      throw error
    }
  }

  /**
   * Brings what a virus scanner or a person took out of a package, or changed of its libraries, and what a power cut left of
   * its other files; true when there was any.
   */
  async #heal(one: DriverPackage, place: string, signal?: AbortSignal): Promise<boolean> {
    const { folder, log } = this.#options
    const lost = await this.#lost(one, join(folder, place))
    if (!lost.length) return false
    if (performance.now() - (this.#healed.get(place) ?? Number.NEGATIVE_INFINITY) < bringAgainMs) return false
    // What was here before takes no room from the counter, which cannot read a card without it.
    this.#needRoom(lost, 0)
    let brought = 0
    for (const { own, ...file } of lost) {
      const path = join(folder, place, ...file.path.split('/'))
      const bytes = await this.#fetch(file, signal)
      if (!own || isCut(path, bytes)) {
        mkdirSync(dirname(path), { recursive: true })
        writeWhole(path, bytes)
        brought += 1
      }
      if (own) this.#sound.set(path, 'own')
      rmSync(join(folder, 'files', file.sha256), { force: true })
    }
    if (brought === 0) return false
    log.warn(`driver ${one.id}: ${brought} files were missing or changed, fetched again`)
    this.#healed.set(place, performance.now())
    return true
  }

  /**
   * Of a package's files those that are not there, those libraries (driver.json pins them) that are other ones, and at the
   * first look of this process those others (`own`) that a power cut may have left so.
   */
  async #lost({ files }: DriverPackage, dir: string): Promise<(PackageFile & { own: boolean })[]> {
    const pinned = readFileSync(join(dir, manifestFile), 'utf8')
    const lost: (PackageFile & { own: boolean })[] = []
    for (const file of files) {
      const path = join(dir, ...file.path.split('/'))
      const found = statSync(path, { throwIfNoEntry: false })
      // What a library writes beside itself (its ini, a table) is its own.
      const own = found !== undefined && !pinned.includes(file.sha256)
      const mark = own ? 'own' : found && `${found.size} ${found.mtimeMs}`
      if (mark !== undefined && this.#sound.get(path) === mark) continue
      const sound = mark !== undefined && (await hashFile(path)) === file.sha256
      if (!sound && (!own || mayBeCut(path, file.size))) lost.push({ ...file, own })
      else this.#sound.set(path, mark!)
    }
    return lost
  }

  /** A file by its hash, resumed where a cut line left it; bytes of another hash are thrown away. */
  async #fetch({ sha256, size }: PackageFile, signal?: AbortSignal): Promise<Buffer> {
    const { folder, client, agentId } = this.#options
    const path = join(folder, 'files', sha256)
    let from = existsSync(path) ? statSync(path).size : 0
    if (from === 0) writeFileSync(path, '')
    while (from < size) {
      const piece = await client.piece(paths.driverFile, { agentId, sha256, from }, driverFileAnswer, signal)
      const bytes = Buffer.from(piece.data, 'base64')
      if (piece.size !== size || bytes.length === 0) break
      appendFileSync(path, bytes)
      from += bytes.length
    }
    const whole = readFileSync(path)
    if (whole.length === size && sha256hex(whole) === sha256) return whole
    rmSync(path, { force: true })
    throw new PackageDamaged()
  }

  /** Keeps two packages of each driver: the one in use and the one before it. */
  #tidy(used: string[]) {
    const { folder } = this.#options
    const places = readdirSync(folder).filter((name) => name.includes('@') && !name.endsWith('.half'))
    const idOf = (place: string) => place.slice(0, place.indexOf('@'))
    const lastUse = (place: string) => statSync(join(folder, place)).mtimeMs
    for (const id of new Set(places.map(idOf))) {
      const idle = places.filter((place) => idOf(place) === id && !used.includes(place))
      // A host that still ends holds its files on Windows; the next time takes them.
      for (const place of idle.toSorted((a, b) => lastUse(b) - lastUse(a)).slice(1))
        try {
          rmSync(join(folder, place), { recursive: true, force: true })
        } catch {}
    }
  }
}

/** This version cannot read what the package's driver.json says; the message names why. */
export class PackageUnreadable extends Error {}

/** What came is not the file that the policy names. */
export class PackageDamaged extends Error {
  constructor() {
    super('a driver file is not what the policy names')
  }
}
