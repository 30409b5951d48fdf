import { type RefObject, useEffect } from 'react'

const tell = ({ target }: MouseEvent) => {
  const cell = (target as Element).closest<HTMLElement>('td.ant-table-cell-ellipsis')
  if (!cell) return
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.innerText
  else cell.removeAttribute('title')
}

/** Under the mouse, a cell that cuts its words off tells the whole of them; antd does so for bare strings only. */
export const useCutText = (frame: RefObject<HTMLElement | null>): void =>
  useEffect(() => {
    const around = frame.current
    around?.addEventListener('mouseover', tell)
    return () => around?.removeEventListener('mouseover', tell)
  }, [frame])
