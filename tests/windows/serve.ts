import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { startCloud } from '@yibao/agent/gateway/test/fake-cloud.ts'
import type { FakeServer } from '@yibao/agent/gateway/test/keys.ts'
import { type ReleaseKey, signText } from '@yibao/agent/update/test/release.ts'
import { driverPieceBytes, paths } from '@yibao/shared/agent/cloud.ts'
import type { DriverPackage } from '@yibao/shared/agent/driver/package.ts'
import { type ReleaseManifest, releaseManifest } from '@yibao/shared/agent/release.ts'
import { expect, vi } from 'vitest'
import { makeManifest } from '../../tools/sign-release.ts'

type Cloud = Awaited<ReturnType<typeof startCloud>>
interface Piece {
  sha256: string
  from: number
}

/** ms the server waits for something to do before it answers that there is nothing */
const holdMs = 20_000
const pieceBytes = 4 * 1024 * 1024

const readAt = (file: string, from: number) => {
  const fd = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(pieceBytes)
    return bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, from))
  } finally {
    closeSync(fd)
  }
}

/** Gives the fake server what an agent fetches from the real one: releases, driver packages, an administrator's orders. */
export const serveUpdates = (cloud: Cloud, server: FakeServer, keys: readonly ReleaseKey[]) => {
  const files = new Map<string, string>()
  const state = { release: undefined as unknown, orders: 0 }
  const done = new Set<string>()
  let listening: ((answer: { commands: unknown[] }) => void) | undefined
  const know = (folder: string, parts: readonly { path: string; sha256: string }[]) => {
    for (const { path, sha256 } of parts) files.set(sha256, join(folder, path))
  }
  cloud.serves.set(paths.release, () => ({ release: state.release, forced: true }))
  cloud.serves.set(paths.releasePiece, ({ sha256, from }: Piece) => readAt(files.get(sha256)!, from))
  cloud.serves.set(paths.driverFile, ({ sha256, from }: Piece) => {
    const bytes = readFileSync(files.get(sha256)!)
    return { size: bytes.length, data: bytes.subarray(from, from + driverPieceBytes).toString('base64') }
  })
  cloud.serves.set(
    paths.listen,
    () =>
      new Promise((resolve) => {
        listening = resolve
        setTimeout(resolve, holdMs, { commands: [] }).unref()
      }),
  )
  cloud.serves.set(paths.commandDone, ({ id }: { id: string }) => {
    done.add(id)
    return {}
  })
  return {
    /** Offers the programs of `folder` as this version, signed by two of the keys. */
    offer: (version: string, folder: string): ReleaseManifest => {
      const { manifest } = makeManifest({ version, folders: { 'win32-x64': folder } })
      const parsed = releaseManifest.parse(JSON.parse(manifest))
      know(folder, parsed.files)
      state.release = signText(manifest, keys.slice(1))
      cloud.state.release = version
      return parsed
    },
    /** Names these packages (folder of each) in the policy, and no others. */
    drivers: (packages: readonly { folder: string; driver: DriverPackage }[]) => {
      for (const { folder, driver } of packages) know(folder, driver.files)
      cloud.state.over = { ...cloud.state.over, drivers: packages.map(({ driver }) => driver) }
      cloud.state.policyVersion += 1
    },
    /** Orders the desk to start anew: its state is news, which the agent tells, and hears ours, at once. */
    order: async (agentId: string) => {
      state.orders += 1
      const id = `order-${state.orders}`
      const expires = Date.now() + 60_000
      const command = { type: 'command', id, agentId, kind: 'restart', expires, kid: server.kid } as const
      // Whoever listened may have ended meanwhile: said until it was heard, which is done once.
      await vi.waitFor(
        () => {
          listening?.({ commands: [server.command(command)] })
          listening = undefined
          expect(done).toContain(id)
        },
        { timeout: 40_000, interval: 200 },
      )
    },
    stop: () => listening?.({ commands: [] }),
  }
}
