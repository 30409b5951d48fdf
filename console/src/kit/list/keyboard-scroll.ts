import { type RefObject, useEffect } from 'react'

/** Lets the keyboard reach and scroll a wide table: antd's scrolling body takes no focus of its own. */
export const useKeyboardScroll = (frame: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    for (const body of frame.current?.querySelectorAll<HTMLElement>('.ant-table-body, .ant-table-content') ?? [])
      body.tabIndex = 0
  })
