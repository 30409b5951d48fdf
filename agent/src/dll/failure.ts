import type { FunctionSpec } from '@yibao/shared/agent/driver/function.ts'
import type { Manifest } from '@yibao/shared/agent/driver/manifest.ts'
import { AgentError } from '../agent-error.ts'

const rowByText = (manifest: Manifest, text: string) =>
  Object.entries(manifest.errors).find(([, row]) => row.text !== '' && text.includes(row.text))

/** The failure a code stands for in this driver, with the vendor's own text and the tries left where it says so. */
export const failureOf = (manifest: Manifest, spec: FunctionSpec, code: number | string, text: string) => {
  const row = spec.errors?.[code] ?? manifest.errors[code] ?? rowByText(manifest, text)?.[1]
  const detail: Record<string, unknown> = { code, text: text || (row?.text ?? '') }
  const left = spec.triesLeft ? new RegExp(spec.triesLeft).exec(text)?.[1] : undefined
  if (left !== undefined) detail.left = Number(left)
  return new AgentError(row?.code ?? 'CARD_UNKNOWN_ERROR', detail)
}

/** Success with an error text in the payload happens (agent.md 9.1): a text of the table is that error. */
export const unreadable = (manifest: Manifest, text: string) => {
  const known = rowByText(manifest, text)
  if (known) return new AgentError(known[1].code, { code: known[0], text: known[1].text })
  return new AgentError('DRIVER_GARBLED')
}
