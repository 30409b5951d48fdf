import type { ComponentType } from 'react'

/** What an input of a form is given; a page may bring its own for a field. */
export interface InputProps {
  id?: string
  value?: unknown
  onChange?: (value: unknown) => void
  autoFocus?: boolean
}
export type FormInputs = Record<string, ComponentType<InputProps>>
