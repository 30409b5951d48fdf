import type { Values } from './check.ts'

/**
 * Reads a message body, lenient where clients differ (domain 1.4): `Input` for `input`, the input as a JSON string.
 * Undefined when it is no JSON object.
 */
export const parseMessage = (text: string): Values | undefined => {
  try {
    const message: unknown = JSON.parse(text)
    if (typeof message !== 'object' || message === null || Array.isArray(message)) return undefined
    const { Input, ...rest } = message as Values
    const input = rest.input ?? Input
    return { ...rest, input: typeof input === 'string' && input.startsWith('{') ? JSON.parse(input) : input }
  } catch {
    return undefined
  }
}
