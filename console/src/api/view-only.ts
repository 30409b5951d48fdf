import { type Call, isRead } from '@yibao/shared/call.ts'
import { callWords, viewOnly } from '@yibao/shared/viewing.ts'
import { isViewWindow } from '../state/storage.ts'
import { ui } from './ui.ts'

/** Whether a view would be refused a call; said before anything is filled in for it. The server refuses it anyway. */
export const refusedInView = (call: Call): boolean => {
  if (!isViewWindow() || isRead(call)) return false
  const { error, tips } = viewOnly
  ui().error(`${error.replace('{what}', callWords(call.title))}。${tips}`)
  return true
}
