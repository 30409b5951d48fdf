import { type Key, type KeyboardEvent, useEffect, useRef, useState } from 'react'

const printable = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) =>
  // A question mark opens the sheet of keys; a space chooses the node.
  key.length === 1 && key !== ' ' && key !== '?' && !ctrlKey && !altKey && !metaKey

/**
 * A tree with a box to find in it, by the keyboard: from the box the arrow down leads into the tree, a character typed
 * in the tree goes to the box (names are Chinese: their first letter is none of the keyboard's), and the node the
 * arrows, Home and End go to is always in sight. Arrows themselves are antd's. Give each part to its element.
 */
export const useTreeKeys = <Frame extends HTMLElement>() => {
  const frame = useRef<Frame>(null)
  const [active, setActive] = useState<Key | null>(null)
  useEffect(() => {
    frame.current?.querySelector('.ant-tree-treenode-active')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  return {
    frame,
    find: {
      onKeyDown: (event: KeyboardEvent) => {
        const tree = frame.current?.querySelector<HTMLElement>('[role=tree]')
        if (event.key !== 'ArrowDown' || event.nativeEvent.isComposing || !tree) return
        event.preventDefault()
        tree.focus()
      },
    },
    tree: {
      onActiveChange: setActive,
      onKeyDown: (event: KeyboardEvent) => {
        const box = printable(event) ? frame.current?.querySelector('input') : null
        // Focused before the character arrives, the box gets it; words of before are replaced.
        box?.focus()
        box?.select()
      },
    },
  }
}
