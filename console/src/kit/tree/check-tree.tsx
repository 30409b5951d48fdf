import { Input, Tree } from 'antd'
import { useMemo, useState } from 'react'
import { keysAbove, matching, type TreeNode } from './nodes.ts'
import styles from './tree.module.css'
import { useTreeKeys } from './tree-keys.ts'

/** A node that may be ticked, or not by this person. */
export interface CheckNode extends TreeNode {
  disabled?: boolean
  children?: CheckNode[]
}

interface Props {
  nodes: CheckNode[]
  checked: readonly string[]
  /** All ticked keys, branches included. */
  onChange?: (checked: string[]) => void
  readOnly?: boolean
}

const leaves = (nodes: readonly CheckNode[]): string[] =>
  nodes.flatMap(({ key, children }) => (children?.length ? leaves(children) : [key]))

/** A tree with ticks: a branch is ticked with all that is below it, half with some of it. Searchable. */
export const CheckTree = ({ nodes, checked, onChange, readOnly = false }: Props) => {
  const [words, setWords] = useState('')
  const [open, setOpen] = useState<string[] | null>(null)
  const shown = useMemo(() => matching(nodes, words.trim()) as CheckNode[], [nodes, words])
  const keys = useTreeKeys<HTMLDivElement>()
  return (
    <div ref={keys.frame} className={styles.checks}>
      <Input
        allowClear
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
          disabled={readOnly}
          treeData={shown}
          expandedKeys={words.trim() ? keysAbove(shown) : (open ?? nodes.map(({ key }) => key))}
          onExpand={(all) => setOpen(all.map(String))}
          checkedKeys={[...checked]}
          {...keys.tree}
          onCheck={(all) => {
            const now = new Set((all as string[]).map(String))
            // What the search hides keeps its tick.
            const visible = new Set(leaves(shown))
            const hidden = checked.filter((key) => leaves(nodes).includes(key) && !visible.has(key))
            onChange?.([...new Set([...now, ...hidden])])
          }}
        />
      </div>
    </div>
  )
}
