import type { FieldMeta } from '@yibao/shared/field.ts'
import { formatAmount } from '@yibao/shared/money.ts'
import type { ReactNode } from 'react'
import { useDictName } from './dict.ts'
import { formatField, isNumeric, nothing } from './fields.ts'
import styles from './values.module.css'

export type Tone = 'good' | 'warn' | 'harm' | 'off' | 'action'

const shapes: Record<Tone, string> = { good: '✓', warn: '△', harm: '✕', off: '○', action: '·' }

/** A state in words, with colour and shape (ux 2.5: colour never alone). */
export const Status = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={styles.status} data-tone={tone}>
    <span aria-hidden="true">{shapes[tone]}</span> {children}
  </span>
)

/** An amount: two decimals, separators, tabular figures. `signed` colours a difference: 0.00 grey, else red with sign. */
export const Money = ({ value, signed = false }: { value: string | undefined | null; signed?: boolean }) => {
  const text = formatAmount(value)
  if (!text) return <span className={styles.money}>{nothing}</span>
  const zero = /^-?[0.]+$/.test(text)
  return (
    <span className={styles.money} data-tone={signed ? (zero ? 'off' : 'harm') : undefined}>
      {signed && !zero && !text.startsWith('-') ? `+${text}` : text}
    </span>
  )
}

interface ValueProps {
  meta: FieldMeta
  value: unknown
  /** Tone by value, for states. */
  tones?: Record<string, Tone>
}

/** Any field's value by its description. */
export const Value = ({ meta, value, tones }: ValueProps): ReactNode => {
  const nameOf = useDictName(meta.kind === 'dict' ? (meta.codeType ?? '') : '')
  const text = formatField(meta, value, nameOf)
  const tone = tones?.[String(value)]
  if (tone) return <Status tone={tone}>{text}</Status>
  if (isNumeric(meta)) return <span className={styles.money}>{text}</span>
  return meta.kind === 'time' && text !== nothing ? <span title={String(value)}>{text}</span> : text
}
