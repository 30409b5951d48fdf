import { useEffect } from 'react'
import { useTabs } from '../../state/tab-store.ts'

/**
 * For what antd's calendars are in: the focus leaves a calendar or its input before the tab goes, so that what was typed
 * there counts. Taken from them when they are hidden, they ask for an element that is not there any more, and throw.
 */
export const useLeaveFirst = (): void => {
  useEffect(
    () =>
      useTabs.subscribe((now, before) => {
        const at = document.activeElement
        if (
          now.active !== before.active &&
          at instanceof HTMLElement &&
          at.closest('.ant-picker, .ant-picker-dropdown')
        )
          at.blur()
      }),
    [],
  )
}
