import { Input, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { clear } from '../clear.tsx'
import { keysAbove, leavesOf, matching, type TreeNode } from './nodes.ts'
import styles from './tree.module.css'
import { useTreeKeys } from './tree-keys.ts'

/** A node that may be ticked, or not by this person. */
export interface CheckNode extends TreeNode {
  disabled?: boolean
  children?: CheckNode[]
}

interface Props {
  nodes: CheckNode[]
  /** Keys of the leaves that are ticked. */
  checked: readonly string[]
  /** Gets the ticked leaves, whatever the search hides. */
  onChange?: (checked: string[]) => void
  readOnly?: boolean
}

/** A tree with ticks: a branch is ticked with all that is below it, half with some of it. Searchable. */
export const CheckTree = ({ nodes, checked, onChange, readOnly = false }: Props) => {
  const [words, setWords] = useState('')
  const [open, setOpen] = useState<string[] | null>(null)
  const shown = useMemo(() => matching(nodes, words.trim()) as CheckNode[], [nodes, words])
  const keys = useTreeKeys<HTMLDivElement>()
  return (
    <div ref={keys.frame} className={styles.checks} data-locked={readOnly || undefined}>
      <Input
        allowClear={clear}
        value={words}
        placeholder="查找"
        aria-label="查找"
        onChange={(event) => setWords(event.target.value)}
        {...keys.find}
      />
      <div className={styles.tree}>
        <Tree
          blockNode
          checkable
          selectable={false}
          // As its frame; with a height only the nodes in sight are drawn: a chain has thousands of stores.
          height={innerHeight / 2}
          treeData={shown}
          expandedKeys={words.trim() ? keysAbove(shown) : (open ?? nodes.map(({ key }) => key))}
          onExpand={(all) => setOpen(all.map(String))}
          checkedKeys={[...checked]}
          {...keys.tree}
          // A disabled tree cannot be entered by the keyboard and does not tell its ticks: who only reads has to.
          onCheck={(all) => {
            if (readOnly) return
            const now = new Set((all as string[]).map(String))
            // What the search hides keeps its tick. A branch is no tick of its own: while searching it is ticked by the
            // few leaves that are shown, and would bring all the others.
            const visible = new Set(leavesOf(shown))
            const hidden = checked.filter((key) => !visible.has(key))
            onChange?.([...[...visible].filter((key) => now.has(key)), ...hidden])
          }}
        />
      </div>
    </div>
  )
}
