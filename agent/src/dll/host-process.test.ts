import { readFileSync } from 'node:fs'
import { parseManifest } from '@yibao/shared/agent/driver/read-manifest.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { hostCommand } from './host-command.ts'
import { openHost } from './host-process.ts'

afterEach(() => vi.unstubAllEnvs())

const manifest = parseManifest({
  ...{ id: 'sim', name: 'sim', version: '1.0.0', kind: 'settlement', bits: 64, simulator: 'settlement' },
  env: { VENDOR_HOME: 'C:\\vendor' },
  functions: { version: { class: 'read', timeoutMs: 5000, params: [], returns: { type: 'i32', ok: [0] } } },
})

test.skipIf(process.platform !== 'linux')(
  'a vendor’s process gets the system’s few variables and its own: no search path, no secret of ours',
  async () => {
    const ours = {
      ENROL_CODE: 'code-1',
      LD_LIBRARY_PATH: '/tmp/planted',
      LD_PRELOAD: '',
      NODE_OPTIONS: '',
      PATH: '/tmp',
    }
    for (const [name, value] of Object.entries(ours)) vi.stubEnv(name, value)
    vi.stubEnv('TZ', 'Asia/Shanghai')
    const place = import.meta.dirname
    const bare = await openHost({ manifest, dir: place, bits: 64, command: hostCommand, startMs: 15_000 })
    const { pid } = await bare.load({ dataDir: place })
    const given = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean)
    bare.kill()
    await bare.exited
    const names = given.map((one) => one.split('=', 1)[0]!)
    expect(names).toEqual(expect.arrayContaining(['TZ', 'VENDOR_HOME']))
    const known = ['TEMP', 'TMP', 'HOME', 'LANG', 'TZ', 'VENDOR_HOME', 'YIBAO_PIPE_SECRET']
    expect(names.filter((name) => !known.includes(name))).toEqual([])
  },
)
