import { cardInfo, pinInfo } from '@yibao/shared/agent/entities.ts'
import type { Verb } from '@yibao/shared/agent/verbs.ts'
import type * as z from 'zod/mini'
import type { Gateway } from '../context.ts'
import { askDesk, deadlines } from '../desk/ask.ts'
import type { Checked, Handler } from '../handler.ts'

const ask = <V extends Verb, S extends z.ZodMiniType>(
  { desk }: Gateway,
  verb: V,
  { args, session }: Pick<Checked<V>, 'args' | 'session'>,
  shape: S,
) => askDesk(desk, { verb, args, shape, session, deadlineMs: deadlines.person })

/** First and last character, the rest starred; of anything as long as a photo only the length is told. */
const mask = (value: string) => {
  const letters = [...value]
  if (letters.length > 64) return `（${letters.length} 字）`
  if (letters.length < 3) return '*'.repeat(letters.length)
  return letters[0] + '*'.repeat(letters.length - 2) + letters.at(-1)
}

/** Which device answered is no secret. */
export const plainFields = ['driver', 'medium', 'simulated']

/** Every filled field by its path, masked. */
export const maskAll = (value: unknown, path: string): [path: string, text: string][] => {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => maskAll(one, path ? `${path}.${name}` : name))
  if (value === undefined || value === null || value === '') return []
  return [[path, plainFields.includes(path) ? String(value) : mask(String(value))]]
}

const test: Handler<'card.test'> = async (gateway, { args, session }) => {
  const card = await ask(gateway, 'card.read', { args, session }, cardInfo)
  return { fields: Object.fromEntries(maskAll(card, '')) }
}

export const cardHandlers = {
  'card.read': ((gateway, call) => ask(gateway, 'card.read', call, cardInfo)) satisfies Handler<'card.read'>,
  'card.test': test,
  'card.pin.verify': ((gateway, call) =>
    ask(gateway, 'card.pin.verify', call, pinInfo)) satisfies Handler<'card.pin.verify'>,
  'card.pin.change': ((gateway, call) =>
    ask(gateway, 'card.pin.change', call, pinInfo)) satisfies Handler<'card.pin.change'>,
}
