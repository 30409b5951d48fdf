import type { ConfirmResultInfo } from '@yibao/shared/envelope.ts'

/** A refusal that needs more than a toast (SPEC 2: notice, info, the current time, one button). */
export interface BoxInfo {
  notice: string
  info: string
  code?: string
}

/** What the centre said no with, as the hint library is asked about it. */
export interface CentreWords {
  words: string
  /** The transaction, where the answer names it. */
  infno?: string
}

/** What the client shows to a person. The shell fills it with antd; tests with a list. */
interface Ui {
  /** 3000 ms (SPEC 9). */
  success(text: string): void
  /** 5000 ms (SPEC 9). `centre`: where the hint library knows these words, a box with what to do takes its place. */
  error(text: string, centre?: CentreWords): void
  /** 5000 ms: it was done, and somebody should look at it. */
  attention(text: string): void
  /** The one alert of an ended login; resolves when it was confirmed. */
  expired(): Promise<void>
  box(info: BoxInfo): Promise<void>
  /** The value of the pressed button; undefined when the person walked away. */
  confirm(info: ConfirmResultInfo): Promise<string | undefined>
  /** Covers the screen until the answer is called; with `autoClose` at most 30000 ms (SPEC 9). */
  loading(text: string, options?: { autoClose?: boolean }): () => void
  /** An image in full, above everything else (z-index 20002, SPEC 2). */
  image(url: string, title?: string): void
}

const silent: Ui = {
  success: () => undefined,
  error: () => undefined,
  attention: () => undefined,
  expired: async () => undefined,
  box: async () => undefined,
  confirm: async () => undefined,
  loading: () => () => undefined,
  image: () => undefined,
}

let current = silent

/** The shell says how people are spoken to. */
export const setUi = (next: Ui): void => {
  current = next
}

/** How people are spoken to: toasts, questions, dialogs. */
export const ui = (): Ui => current
