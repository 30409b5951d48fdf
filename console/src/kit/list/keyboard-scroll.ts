import { type RefObject, useEffect } from 'react'

/**
 * Lets the keyboard reach and scroll a wide table: antd's scrolling body takes no focus of its own. The row it measures
 * its columns with is unseen and repeats the heads, with the box that ticks all: that one is no stop.
 */
export const useKeyboardScroll = (frame: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    for (const body of frame.current?.querySelectorAll<HTMLElement>('.ant-table-body, .ant-table-content') ?? [])
      body.tabIndex = 0
    for (const unseen of frame.current?.querySelectorAll<HTMLElement>('.ant-table-measure-row input') ?? [])
      unseen.tabIndex = -1
  })
