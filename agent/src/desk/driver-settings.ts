import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import * as z from 'zod/mini'
import { settingsFile } from '../dll/active.ts'

const schema = z.record(z.string(), z.record(z.string(), z.string()))

/** A settings.json that cannot be read; the message says in Chinese which. */
export class SettingsProblem extends Error {}

const readIn = (folder: string | undefined): z.infer<typeof schema> => {
  const file = folder === undefined ? undefined : join(folder, settingsFile)
  if (file === undefined || !existsSync(file)) return {}
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, '')))
  } catch {
    throw new SettingsProblem(`${file} 应为 {"驱动编号": {"参数": "值"}} 这样的 JSON`)
  }
}

/**
 * What a driver is started with: its manifest's defaults, over them what the server's policy set, over that what a
 * technician wrote on this PC (`{driver: {setting: text}}`). Only settings that the manifest names. Throws SettingsProblem.
 */
export const settingsOf = (
  { id, settings }: Manifest,
  { installed, packages }: { installed: string | undefined; packages: string | undefined },
): Record<string, string> => {
  const given = { ...readIn(packages)[id], ...readIn(installed)[id] }
  return Object.fromEntries(Object.entries(settings).map(([name, one]) => [name, given[name] ?? one.default]))
}
