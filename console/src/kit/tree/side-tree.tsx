import { Empty, Input } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import type { CallError } from '../../api/index.ts'
import { useShell } from '../../state/shell.ts'
import { clear } from '../clear.tsx'
import { Tree } from '../late/antd.ts'
import { ReadFault } from '../read-fault.tsx'
import { keysAbove, leavesOf, matching, type TreeNode, textOf } from './nodes.ts'
import styles from './tree.module.css'
import { useTreeKeys } from './tree-keys.ts'

interface Props {
  title: string
  nodes: readonly TreeNode[]
  /** The call that reads the nodes. */
  answer: { data: unknown; error: CallError | null; loading: boolean; refetch: () => unknown }
  chosen: string | undefined
  /** undefined: the chosen one was pressed again. */
  onChoose: (key: string | undefined) => void
  /** Said when there is no node at all. */
  empty: string
  /** Beside the title. */
  extra?: ReactNode
  className?: string
}

/** Nodes of a small tree. */
const small = 40

/** px of its frame (tree.module.css), where not all nodes are drawn: a chain has thousands of stores. */
const heightOf = (nodes: readonly TreeNode[], mobile: boolean): number | undefined =>
  leavesOf(nodes).length > small ? (mobile ? innerHeight * 0.3 : innerHeight - 260) - 6 : undefined

/** Branches of a small tree are open from the start, of a large one those of the first level. */
const openAtFirst = (nodes: readonly TreeNode[]): string[] => {
  const branches = keysAbove(nodes)
  return branches.length <= small ? branches : nodes.map(({ key }) => key)
}

// What is cut off on the screen can be read whole under the pointer.
const drawn = (nodes: readonly TreeNode[]): (TreeNode & { name: string })[] =>
  nodes.map((node) => ({
    ...{ ...node, title: textOf(node), name: node.title },
    ...(node.children && { children: drawn(node.children) }),
  }))

/** A tree beside a page: found by words, one node chosen. */
export const SideTree = ({ title, nodes, answer, chosen, onChoose, empty, extra, className = '' }: Props) => {
  const [words, setWords] = useState('')
  const [open, setOpen] = useState<string[] | null>(null)
  const shown = useMemo(() => matching(nodes, words.trim()), [nodes, words])
  // While something is searched every branch that leads to a hit is open.
  const expanded = words.trim() ? keysAbove(shown) : (open ?? openAtFirst(nodes))
  const mobile = useShell((state) => state.device === 'mobile')
  const keys = useTreeKeys<HTMLElement>()
  return (
    <section ref={keys.frame} className={`${styles.side} ${className}`} aria-label={title}>
      <header>
        <h2>{title}</h2>
        {extra}
      </header>
      <Input
        allowClear={clear}
        value={words}
        placeholder="查找"
        aria-label={`查找${title}`}
        onChange={({ target }) => setWords(target.value)}
        {...keys.find}
      />
      <ReadFault error={answer.error} again={answer.refetch} waits={answer.loading} />
      {answer.data !== undefined && !shown.length && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words ? `没有找到「${words}」` : empty} />
      )}
      {shown.length > 0 && (
        <div className={keysAbove(nodes).length ? styles.tree : styles.flat}>
          <Tree
            blockNode
            height={heightOf(shown, mobile)}
            treeData={drawn(shown)}
            titleRender={(node) => {
              const { name, note } = node as TreeNode & { name: string }
              return (
                <>
                  {name} {note && <small>{note}</small>}
                </>
              )
            }}
            selectedKeys={chosen === undefined ? [] : [chosen]}
            expandedKeys={expanded}
            onExpand={(all) => setOpen(all.map(String))}
            onSelect={(all) => onChoose(all.length ? String(all[0]) : undefined)}
            {...keys.tree}
          />
        </div>
      )}
    </section>
  )
}
