// Under the mouse, a cell that cuts its words off tells the whole of them; antd does so for bare strings only.
const tellCut = ({ target }: MouseEvent) => {
  const cell = (target as Element).closest<HTMLElement>('td.ant-table-cell-ellipsis')
  if (!cell) return
  if (cell.scrollWidth > cell.clientWidth) cell.title = cell.innerText
  else cell.removeAttribute('title')
}

/** For the lists of all tabs: nobody rests the mouse on a word before the browser is idle, so the code comes then. */
export const watchCut = (): void => document.addEventListener('mouseover', tellCut)
