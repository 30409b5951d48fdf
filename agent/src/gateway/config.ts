import { join, resolve } from 'node:path'
import { isSea } from 'node:sea'
import { agentPorts } from '@yibao/shared/agent/protocol.ts'
import { CannotStart } from '../cannot-start.ts'

export interface AgentConfig {
  serverUrl: string
  /** ports to try in order; 0 = any free one (tests) */
  ports: readonly number[]
  /** this agent's own folder under DATA_DIR */
  folder: string
  consoleDir: string
  enrolCode: string | undefined
  logLevel: string
  /** run from the sources rather than from the packaged executable */
  development: boolean
}

const port = (text: string) => {
  const value = Number(text)
  if (!Number.isInteger(value) || value < 0 || value > 65535) throw new CannotStart(`AGENT_PORT 不是端口号: ${text}`)
  return value
}

const server = (text: string) => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.username || url.search)
    throw new CannotStart(`SERVER_URL 应形如 https://主机:端口 : ${text}`)
  return url.origin
}

/** Reads the environment (DESIGN 4). There is no variable for the address: the agent listens on 127.0.0.1 only. */
export const readConfig = (env: NodeJS.ProcessEnv): AgentConfig => ({
  serverUrl: server(env.SERVER_URL ?? 'http://127.0.0.1:47600'),
  ports: env.AGENT_PORT ? [port(env.AGENT_PORT)] : agentPorts,
  folder: join(resolve(env.DATA_DIR ?? 'data'), 'agent'),
  consoleDir: resolve(env.CONSOLE_DIR ?? join('console', 'dist')),
  enrolCode: env.ENROL_CODE || undefined,
  logLevel: env.LOG_LEVEL ?? 'info',
  development: !isSea(),
})
