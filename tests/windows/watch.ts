import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const lookMs = 50

/** The version that answers at `base` now, undefined when none does. Each look has a connection of its own. */
const versionAt = (base: string) =>
  new Promise<string | undefined>((resolve) => {
    const request = get(`${base}/v1/hello`, { agent: false, timeout: 10_000 }, async (answer) => {
      let text = ''
      for await (const part of answer) text += part
      resolve(answer.statusCode === 200 ? JSON.parse(text).result.version : undefined)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(undefined))
  })

/** Watches who answers at `base`; called, it tells the versions in their order and how often there was nobody. */
export const watch = (base: string): (() => Promise<{ versions: string[]; gaps: number }>) => {
  const seen: (string | undefined)[] = []
  let over = false
  const looking = (async () => {
    while (!over) {
      const version = await versionAt(base)
      if (seen.length === 0 || seen.at(-1) !== version) seen.push(version)
      await sleep(lookMs)
    }
  })()
  return async () => {
    over = true
    await looking
    const versions = seen.filter((one) => one !== undefined)
    return { versions: versions.filter((one, i) => one !== versions[i - 1]), gaps: seen.length - versions.length }
  }
}
