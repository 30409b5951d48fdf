import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { compileLibrary } from '../../agent/test/compile.ts'
import { tempFolder } from '../../agent/test/native.ts'
import { root } from '../../tools/root.ts'

/** The zip of a vendor's reader for this machine, a real library with the interface of SSCardDriver, as it is uploaded. */
export const readerPackage = (id: string): Buffer => {
  const folder = tempFolder()
  const file = 'libreader.so'
  compileLibrary('sscard', join(folder, file), 'linux-x64')
  const standard = JSON.parse(readFileSync(join(root, 'agent/drivers/sscard-std/driver.json'), 'utf8'))
  const settings = {
    port: { title: '端口', default: '1001' },
    key: { title: '网关密钥', default: '', secret: true },
  }
  const manifest = { ...standard, id, name: '示例读卡器', bits: 64, settings, files: { 'linux-x64': { file } } }
  const zip = zipSync({
    'driver.json': new TextEncoder().encode(JSON.stringify(manifest)),
    [file]: new Uint8Array(readFileSync(join(folder, file))),
  })
  rmSync(folder, { recursive: true })
  return Buffer.from(zip)
}
