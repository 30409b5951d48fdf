import { setTimeout as sleep } from 'node:timers/promises'
import { agentPorts, product } from '@yibao/shared/agent/protocol.ts'
import { ask } from '../cloud/ask.ts'
import type { Settings } from '../install/settings.ts'

export interface Hello {
  port: number
  version: string
  pairing: string
  /** Its desk is there too. */
  ready: boolean
}

/** What answers at a port: an agent, a stranger, or nothing. */
export const helloAt = async (port: number): Promise<Hello | 'stranger' | undefined> => {
  const at = (path: string) => ask(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(2_000) })
  const answer = await at('/v1/hello').catch(() => undefined)
  if (!answer) return undefined
  try {
    const { result } = JSON.parse(answer.text)
    if (result.product !== product) return 'stranger'
    const health = await at('/health').catch(() => undefined)
    return { port, version: result.version, pairing: result.pairing, ready: health?.status === 200 }
  } catch {
    return 'stranger'
  }
}

/** Ports an installation may listen on, in its order. */
export const portsOf = ({ port }: Pick<Settings, 'port'>): readonly number[] =>
  port === undefined ? agentPorts : [port]

/** Waits up to `ms` for an agent at one of these ports whose desk is there; whether one came. */
export const waitForDesk = async (ports: readonly number[], ms: number): Promise<boolean> => {
  for (const until = performance.now() + ms; performance.now() < until; await sleep(500)) {
    const found = await Promise.all(ports.map(helloAt))
    if (found.some((one) => one && one !== 'stranger' && one.ready)) return true
  }
  return false
}

/** Waits for an agent (of this version, where one is named) at one of these ports; throws when none came within `ms`. */
export const waitForHello = async (ports: readonly number[], ms: number, version?: string): Promise<Hello> => {
  for (const until = performance.now() + ms; performance.now() < until; await sleep(200)) {
    for (const port of ports) {
      const found = await helloAt(port)
      if (found && found !== 'stranger' && (version ?? found.version) === found.version) return found
    }
  }
  throw new Error(`本机助手没有在 ${ms / 1000} 秒内应答，请运行 agent doctor`)
}
