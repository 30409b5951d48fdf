import { fill } from '@yibao/shared/errors/wire.ts'
import { type ButtonId, buttonTexts } from './button-texts.ts'
import { type MessageKey, messages } from './messages.ts'

export type Tone = 'info' | 'ok' | 'warn' | 'error' | 'wait'
type Place = 'line' | 'band' | 'dialog'

export interface MessageParts {
  /** M01-M44, undefined for a note. */
  number: string | undefined
  tone: Tone
  place: Place
  what: string
  meaning: string
  next: string
  buttons: ButtonId[]
}

export type MessageValues = Record<string, string | number>

const tones: readonly string[] = ['info', 'ok', 'warn', 'error', 'wait'] satisfies Tone[]
const places: readonly string[] = ['line', 'band', 'dialog'] satisfies Place[]
const isButton = (id: string): id is ButtonId => id in buttonTexts
// What is called by no name leaves the words on both its sides together.
const part = (text: string, values: MessageValues) => {
  const named = text.replace(/ \{(\w+)\} /g, (place, name: string) => (values[name] === '' ? '' : place))
  return named === '–' ? '' : fill(named, values)
}

/**
 * One row of the table with its `{}` places filled. RangeError when the row itself is malformed (a test reads all).
 * `ownKeys` puts a store's keys where the standard ones stand: in our words and in the next step of a refusal, never in
 * what the centre, an item or a person is called. A value `stays` names, in any message, whose purchase goes on.
 */
export const messageOf = (
  key: MessageKey,
  given: MessageValues = {},
  ownKeys: (text: string) => string = (text) => text,
): MessageParts => {
  const [head = '', what = '', meaning = '', next = '', ids = ''] = ownKeys(messages[key]).split('｜')
  const values = typeof given.next === 'string' ? { ...given, next: ownKeys(given.next) } : given
  const { stays } = given
  const [number, tone = '', place = ''] = head.split(' ')
  const buttons = ids.split(' ').filter(Boolean)
  if (!tones.includes(tone) || !places.includes(place) || !buttons.every(isButton)) throw new RangeError(key)
  return {
    number: number === '-' ? undefined : number,
    tone: tone as Tone,
    place: place as Place,
    what: part(what, values),
    meaning: [part(meaning, values), stays && `当前仍是 ${stays} 的购药`].filter(Boolean).join('；'),
    next: part(next, values),
    buttons: buttons.filter(isButton),
  }
}

/** The message as one sentence for a screen reader and for 复制. */
export const sentenceOf = ({ what, meaning, next }: MessageParts): string =>
  [what, meaning, next].filter(Boolean).join('。')
