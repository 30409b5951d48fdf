import type { ResultOf } from '@yibao/shared/call.ts'
import type { menuDiff } from '@yibao/shared/calls/menu-diff.ts'
import { ui } from '../api/ui.ts'

/** What each difference means for the next settlement: money at stake first. */
export const diffTones = {
  unmapped: 'warn',
  mappable: 'action',
  invalid: 'harm',
  differs: 'warn',
  overCap: 'harm',
  rxUnmarked: 'warn',
} as const

/** Says how many rows were handled, and why the others were not. */
export const handled = ({ done, failed, text }: ResultOf<typeof menuDiff.handle>): void => {
  if (failed) ui().error(`${done} 行成功，${failed} 行没有处理：${text}`)
  else ui().success(`已处理 ${done} 行${text && `。${text}`}`)
}
