/**
 * For a dialog that has opened: what one does first in it has the focus, unless something in it took it by itself. antd
 * leaves it on the dialog or on the cross that closes it.
 */
export const enter = (frame: string, first: string) => (open: boolean) => {
  const { activeElement } = document
  if (open && activeElement?.matches(`${frame}, .ant-modal-close`))
    activeElement.closest(frame)?.querySelector<HTMLElement>(first)?.focus()
}
