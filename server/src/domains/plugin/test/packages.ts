import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { plugin as calls } from '@yibao/shared/calls/plugin.ts'
import { zipSync } from 'fflate'
import type { Client, TestServer } from '../../../test/kit.ts'
import { releaseKeys, signaturesOf } from '../../../test/release-keys.ts'
import { sendFile } from '../../../test/send-file.ts'
import { pluginText } from '../manifest.ts'

export type Files = Record<string, string | Uint8Array>
interface Packing {
  signers?: number
  /** The text that is signed, where it is not a plugin's. */
  text?: (manifest: string) => string
  /** Files added or changed behind the signature. */
  behind?: Files
  /** Files left out behind it. */
  without?: string[]
}

const bytesOf = (content: string | Uint8Array) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content

/** A signed package of these files; `manifest` gets their list. */
export const packed = (manifest: Record<string, unknown>, files: Files, packing: Packing = {}): Buffer => {
  const { signers = 2, text = pluginText, behind = {}, without = [] } = packing
  const listed = Object.entries(files).map(([path, content]) => {
    const bytes = bytesOf(content)
    return { path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
  })
  const whole = JSON.stringify({ files: listed, ...manifest })
  const signatures = signaturesOf(text(whole), releaseKeys.slice(0, signers))
  const all: Files = { 'plugin.json': JSON.stringify({ manifest: whole, signatures }), ...files, ...behind }
  for (const path of without) delete all[path]
  return Buffer.from(zipSync(Object.fromEntries(Object.entries(all).map(([path, one]) => [path, bytesOf(one)]))))
}

const sampleFolder = join(import.meta.dirname, '../../../../data/plugin-sample')

/** The sample's manifest and rules as they stand in server/data. */
export const sample = (): { manifest: Record<string, unknown>; files: Files } => ({
  manifest: JSON.parse(readFileSync(join(sampleFolder, 'manifest.json'), 'utf8')) as Record<string, unknown>,
  files: Object.fromEntries(
    readdirSync(join(sampleFolder, 'rules')).map((name) => [
      `rules/${name}`,
      readFileSync(join(sampleFolder, 'rules', name), 'utf8'),
    ]),
  ),
})

/** A package with one mapping, or the sample with other parts. */
export const samplePackage = (over: Record<string, unknown> = {}, files: Files = {}): Buffer => {
  const { manifest, files: own } = sample()
  return packed({ ...manifest, ...over }, { ...own, ...files })
}

type Uploaded = { success: boolean; result: { id: string }; resultNotice?: { error: string; tips: string } }

/** Uploads a package as the page does. */
export const upload = (server: TestServer, client: Client, zip: Uint8Array): Promise<Uploaded> =>
  sendFile(server, client, calls.upload, { name: 'plugin.zip', bytes: zip })

/** Uploads, installs, binds and enables a package; answers its id. */
export const inForce = async (
  server: TestServer,
  client: Client,
  zip: Uint8Array,
  areaCodes: string[] = ['320500'],
): Promise<string> => {
  const { success, result, resultNotice } = await upload(server, client, zip)
  if (!success) throw new Error(resultNotice?.error)
  await client.ok(calls.install, { id: result.id })
  await client.ok(calls.assign, { id: result.id, areaCodes })
  await client.ok(calls.enable, { id: result.id })
  return result.id
}
