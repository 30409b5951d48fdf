import type { TableRef } from 'antd/es/table/index.js'
import { useLayoutEffect, useRef, useState } from 'react'

/** px that a person's table has: its own width, and of it what the bar takes that scrolls the rows. */
interface Room {
  width: number
  bar: number
}

const none: Room = { width: 0, bar: 0 }

/**
 * px of each column, so that together they fill the room and the last one stays clear of the bar: columns without a
 * width share what is left, and when every one has a width, all grow by the same share. They never shrink: a wider
 * table scrolls.
 */
export const fitWidths = (given: readonly (number | undefined)[], usual: number, { width, bar }: Room): number[] => {
  const open = given.filter((one) => one === undefined).length
  const least = given.reduce<number>((sum, one) => sum + (one ?? usual), 0)
  const left = Math.max(0, width - bar - least)
  const fitted = given.map((one) =>
    Math.floor(one === undefined ? usual + left / open : open ? one : one + (left * one) / least),
  )
  const rest = least + left - fitted.reduce((sum, one) => sum + one, 0)
  return fitted.map((one, i) => (i === fitted.length - 1 ? one + rest + bar : one))
}

/** The room of an antd table, followed; give `ref` to the table. */
export const useRoom = () => {
  const ref = useRef<TableRef>(null)
  const [room, setRoom] = useState(none)
  useLayoutEffect(() => {
    const table = ref.current?.nativeElement
    if (!table) return
    const look = () => {
      const body = table.querySelector<HTMLElement>('.ant-table-body')
      const next = { width: table.clientWidth, bar: body ? body.offsetWidth - body.clientWidth : 0 }
      // Width 0: its tab is behind another one.
      if (next.width) setRoom((now) => (now.width === next.width && now.bar === next.bar ? now : next))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(table)
    return () => observer.disconnect()
  }, [])
  return { ref, room }
}
