import * as z from 'zod/mini'
import { isDeviceName, sha256 } from '../wire-fields.ts'

// A driver package on its way from the server's pages to the counters: files by their hash, named in the signed policy.

const segment = /^[^\\/:*?"<>|.\p{Cc}][^\\/:*?"<>|\p{Cc}]{0,80}$/u

/** Whether a path stays inside its folder on every system: at most three parts, no device, no hidden file, no odd end. */
export const isPackagePath = (path: string): boolean => {
  const parts = path.split('/')
  return parts.length <= 3 && parts.every((part) => segment.test(part) && !isDeviceName(part) && !/[ .]$/.test(part))
}

/** A package's limits: files, and bytes unpacked. */
export const packageLimits = { files: 200, bytes: 80 * 1024 * 1024 } as const

const packageFile = z.strictObject({
  path: z.string().check(z.refine(isPackagePath)),
  sha256,
  size: z.int().check(z.gte(0), z.lte(packageLimits.bytes)),
})
export type PackageFile = z.infer<typeof packageFile>

/** What a policy says of a package; driver.json is one of its files. */
export const driverPackage = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{1,40}$/)),
  version: z.string().check(z.regex(/^\d+\.\d+\.\d+$/)),
  files: z.array(packageFile).check(z.minLength(1), z.maxLength(packageLimits.files)),
})
export type DriverPackage = z.infer<typeof driverPackage>

/** The manifest's place in every package. */
export const manifestFile = 'driver.json'
