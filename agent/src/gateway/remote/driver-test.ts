import { cardFieldName, mediumNames } from '@yibao/shared/agent/card-fields.ts'
import type { DriverTestArgs } from '@yibao/shared/agent/cloud.ts'
import { cardInfo } from '@yibao/shared/agent/entities.ts'
import { agentErrors, fillText } from '@yibao/shared/agent/errors.ts'
import * as z from 'zod/mini'
import { AgentError } from '../../agent-error.ts'
import type { Gateway } from '../context.ts'
import { askDesk, deadlines } from '../desk/ask.ts'
import { maskAll, plainFields } from '../handlers/card.ts'
import { redact } from './redact.ts'

// A driver tried for a remote administrator. What it reads belongs to a person at the counter, so it leaves this PC
// masked; what moves money or asks for a PIN is not tried from afar at all.

const harmless = ['read', 'identity']

const wordsOf = ({ code, detail }: AgentError) => {
  const { message, hint } = agentErrors[code]
  const said = typeof detail.text === 'string' && !message.includes('{text}') ? `（${detail.text}）` : ''
  return redact(`${fillText(message, detail)}${said}；${hint}`)
}

/** The few values that are no secret, in words. */
const words: Record<string, string> = { ...mediumNames, true: '是', false: '否' }

const lines = (value: unknown) =>
  maskAll(value, '').map(([field, text]) => {
    const said = plainFields.includes(field) && Object.hasOwn(words, text) ? words[text] : text
    return `${cardFieldName(field)}：${said}`
  })

const shortCode = /^-?\d{1,10}$/
const callResult = z.looseObject({ ret: z.unknown(), values: z.optional(z.unknown()) })

const call = async ({ desk, classes }: Gateway, driver: string, fn: string, args: Record<string, unknown>) => {
  const kind = await classes.of(driver, fn)
  if (!harmless.includes(kind)) throw new Error('资金和密码类的函数不能远程试用')
  const wire = { driver, fn, args, class: kind }
  const { ret, values } = await askDesk(desk, {
    ...{ verb: 'dll.call', args: wire, shape: callResult, deadlineMs: deadlines.dll },
  })
  // A code is nobody's; a returned text may be a person's.
  const code = shortCode.test(String(ret)) ? String(ret) : '（文字）'
  return [`返回：${code}`, ...lines(values)]
}

const read = async ({ desk }: Gateway, driver: string, medium: string) =>
  lines(
    await askDesk(desk, { verb: 'card.read', args: { driver, medium }, shape: cardInfo, deadlineMs: deadlines.person }),
  )

/** Tries a driver; answers lines for a person, or throws an Error in Chinese. */
export const driverTest = async (gateway: Gateway, wanted: DriverTestArgs | undefined): Promise<string> => {
  const { driver, medium, fn, args = {} } = wanted ?? { driver: '' }
  const begin = performance.now()
  try {
    const found = fn ? await call(gateway, driver, fn, args) : await read(gateway, driver, medium ?? 'socialCard')
    return [`成功，用时 ${Math.round(performance.now() - begin)} 毫秒`, ...found].join('\n')
  } catch (error) {
    throw error instanceof AgentError ? new Error(wordsOf(error)) : error
  }
}
