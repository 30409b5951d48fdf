import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { refuse } from '../base/refuse.ts'
import { atMost } from '../process/at-most.ts'

/** Has a folder's new names on the disk; Windows does so by itself, and opens no folder. */
const synced = (folder: string): void => {
  if (process.platform === 'win32') return
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}

/**
 * A secret file of `DATA_DIR/keys`, made on first use, readable by the owner only. Nodes that share the folder agree on
 * one: the file appears whole, and whoever comes second takes the first one's.
 */
export const keyFile = (dataDir: string, name: string, make: () => Buffer): Buffer => {
  const folder = join(dataDir, 'keys')
  const path = join(folder, name)
  if (existsSync(path)) return readFileSync(path)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const own = `${path}.${randomBytes(6).toString('hex')}`
  // On the disk before anything is sealed with it: what is sealed outlives a power cut.
  writeFileSync(own, make(), { mode: 0o600, flag: 'wx', flush: true })
  try {
    linkSync(own, path)
    synced(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(own)
  }
  return readFileSync(path)
}

/** What cannot be opened any more, and what somebody does instead. */
interface Lost {
  what: string
  instead: string
}

const something: Lost = {
  what: '这条内容',
  instead: '更换数据密钥以前保存的内容不能恢复，请重新读卡或重新录入；不能重新录入的请联系管理员',
}

/** Seals personal data at rest with AES-256-GCM: text in, base64 out, and back; or bytes. */
export class Vault {
  readonly #key: Buffer

  constructor(key: Buffer) {
    this.#key = key
  }

  seal(text: string): string {
    return this.sealBytes(Buffer.from(text)).toString('base64')
  }

  /** 28 bytes more than `content`. */
  sealBytes(content: Buffer): Buffer {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv)
    const body = Buffer.concat([cipher.update(content), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), body])
  }

  /** Keyed hash, to find rows of a person without keeping his number. */
  mark(text: string): string {
    return createHmac('sha256', this.#key).update(text).digest('base64url')
  }

  /**
   * Refuses (data.key) what was sealed with another key, one that is lost (docs/OPERATIONS.md), or was changed: whoever
   * asks for it reads that and no fault. What nobody asks for (a list, a job) is opened by `opened`.
   */
  open(sealed: string, lost?: Lost): string {
    return this.openBytes(Buffer.from(sealed, 'base64'), lost).toString('utf8')
  }

  /** Refuses as `open` does; throws at what is no sealed content at all. */
  openBytes(sealed: Buffer, lost: Lost = something): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, 12))
    decipher.setAuthTag(sealed.subarray(12, 28))
    const content = decipher.update(sealed.subarray(28))
    try {
      return Buffer.concat([content, decipher.final()])
    } catch {
      return refuse('data.key', { ...lost })
    }
  }

  /** undefined for what was sealed with another key: one that is lost (docs/OPERATIONS.md). */
  opened(sealed: string): string | undefined {
    try {
      return this.open(sealed)
    } catch {
      return undefined
    }
  }
}

const scryptOf = promisify<string, Buffer, number, Buffer>(scrypt)
/** Two of the four threads that look names up and read files as well: a settlement must not wait for its centre's name. */
const inTwo = atMost(2)
const derive = (password: string, salt: Buffer, size: number): Promise<Buffer> =>
  inTwo(() => scryptOf(password, salt, size))

/** scrypt hash of a password, as salt.hash in hex. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(16)
  return `${salt.toString('hex')}.${(await derive(password, salt, 32)).toString('hex')}`
}

/** Whether a password matches its hash, in constant time. */
export const checkPassword = async (password: string, stored: string): Promise<boolean> => {
  const [salt = '', hash = ''] = stored.split('.')
  const expected = Buffer.from(hash, 'hex')
  const actual = await derive(password, Buffer.from(salt, 'hex'), 32)
  return expected.length === actual.length && timingSafeEqual(actual, expected)
}
