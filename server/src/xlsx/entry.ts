import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import { type Zip, ZipPassThrough } from 'fflate'

/** A file of an archive that is compressed while it is written. */
interface Entry {
  write: (text: string) => Promise<void>
  end: () => Promise<void>
}

/**
 * Adds a file to an fflate archive and compresses it with the platform's deflate on its own thread: fflate's would hold
 * the process up while it packs.
 */
export const addEntry = (zip: Zip, path: string): Entry => {
  const file = new ZipPassThrough(path)
  file.compression = 8
  file.size = 0
  zip.add(file)
  const deflate = createDeflateRaw({ level: 3 })
  deflate.on('data', (packed: Buffer) => file.ondata(null, new Uint8Array(packed), false))
  let crc = 0
  return {
    write: async (text) => {
      const bytes = Buffer.from(text, 'utf8')
      crc = crc32(bytes, crc)
      file.size += bytes.length
      await new Promise<void>((resolve, reject) => {
        deflate.write(bytes, (error) => (error ? reject(error) : resolve()))
      })
    },
    end: async () => {
      const ended = once(deflate, 'end')
      deflate.end()
      await ended
      file.crc = crc
      file.ondata(null, new Uint8Array(), true)
    },
  }
}
