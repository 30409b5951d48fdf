import type { ReactNode } from 'react'
import { create } from 'zustand'

interface Toast {
  id: number
  tone: 'good' | 'harm' | 'warn'
  text: string
}

interface DialogButton {
  text: string
  value: string
  danger?: boolean
  primary?: boolean
}

export interface Dialog {
  id: number
  tone: 'warn' | 'harm' | 'ask'
  title: string
  body: ReactNode
  buttons: DialogButton[]
  /** Escape gives undefined; false: only a button ends it. */
  dismissible: boolean
  /** Shown over the lock too: it tells nothing of the page below. */
  always?: boolean
  done: (value: string | undefined) => void
}

interface UiState {
  toasts: Toast[]
  dialogs: Dialog[]
  /** Texts of the running full-screen waits, the latest shown. */
  waits: { id: number; text: string }[]
  image: { url: string; title: string } | null
}

/** What stands over the page: toasts, dialogs, full-screen waits and one image. */
export const useUiStore = create<UiState>(() => ({ toasts: [], dialogs: [], waits: [], image: null }))

let next = 1

/** A toast for `ms`; the same text is shown once and its time starts anew. */
export const pushToast = (tone: Toast['tone'], text: string, ms: number): void => {
  const id = next++
  useUiStore.setState(({ toasts }) => ({
    toasts: [...toasts.filter((one) => one.text !== text).slice(-2), { id, tone, text }],
  }))
  setTimeout(() => useUiStore.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.id !== id) })), ms)
}

/** A box says the same by now. */
export const dropToast = (text: string): void =>
  useUiStore.setState(({ toasts }) => ({ toasts: toasts.filter((one) => one.text !== text) }))

/** Opens a dialog; resolves with the pressed button's value. */
export const openDialog = (dialog: Omit<Dialog, 'id' | 'done'>): Promise<string | undefined> =>
  new Promise((resolve) => {
    const id = next++
    const done = (value: string | undefined) => {
      useUiStore.setState(({ dialogs }) => ({ dialogs: dialogs.filter((one) => one.id !== id) }))
      resolve(value)
    }
    useUiStore.setState(({ dialogs }) => ({ dialogs: [...dialogs, { ...dialog, id, done }] }))
  })

/** Covers the screen; the answer uncovers it, `ms` does at the latest. */
export const pushWait = (text: string, ms?: number): (() => void) => {
  const id = next++
  useUiStore.setState(({ waits }) => ({ waits: [...waits, { id, text }] }))
  const close = () => {
    clearTimeout(timer)
    useUiStore.setState(({ waits }) => ({ waits: waits.filter((one) => one.id !== id) }))
  }
  const timer = ms === undefined ? undefined : setTimeout(() => close(), ms)
  return close
}

/** Shows an image over the page in place of the one before; null closes it. */
export const showImage = (image: UiState['image']): void => useUiStore.setState({ image })
