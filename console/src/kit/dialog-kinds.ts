import type { ImportTypeName } from '@yibao/shared/entities/transfer.ts'
import type { ReactNode } from 'react'
import type { Approval } from './authorize.tsx'
import type { FormDialogProps } from './form/form-dialog.tsx'

export interface ConfirmOptions {
  title: string
  tips?: ReactNode
  /** Verb and object: 作废订单, never 确定. */
  okText: string
  /** What stays: 不作废. Absent where there is only something to read. */
  cancelText?: string
  danger?: boolean
  /** It moves money or cannot be taken back: Enter leaves things as they are (ux 2.7). */
  final?: boolean
  /** It has a table to read. */
  wide?: boolean
}

/**
 * What a page may ask for, each awaited. The press that asks once more before its dialog has come is not answered by
 * a second one: for it that is as if it had been left at once.
 */
export interface Dialogs {
  confirm: (options: ConfirmOptions) => Promise<boolean>
  /** Resolves true when the form was sent. */
  form: (options: Omit<FormDialogProps, 'onClose'>) => Promise<boolean>
  /** The authorizationId, undefined when nobody approved. */
  authorize: (options: Approval) => Promise<string | undefined>
  progress: (options: { title: string; progressId: string; stop?: () => Promise<unknown> }) => Promise<void>
  /** True when rows were brought in. */
  upload: (options: { importType: ImportTypeName; title: string; medicalAreaCode?: string }) => Promise<boolean>
  /** Any other dialog: gets `done`, which closes it and gives its value; undefined of one that does not come. */
  open: <T>(render: (done: (value: T) => void) => ReactNode) => Promise<T | undefined>
}
