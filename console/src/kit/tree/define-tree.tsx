import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import { Alert, Button, Empty, Input, Skeleton } from 'antd'
import { type ComponentType, useMemo, useState } from 'react'
import { useCall } from '../../api/index.ts'
import { useTabState } from '../../state/tab.tsx'
import { Tree } from '../late/antd.ts'
import { defineList } from '../list/define-list.tsx'
import type { ListSpec } from '../list/types.ts'
import { NodeContext } from './node-context.ts'
import { keysAbove, matching, type TreeNode } from './nodes.ts'
import styles from './tree.module.css'

interface TreeSpec<T extends Call, C extends Call> {
  /** What the tree holds: 公司与门店. */
  title: string
  call: T
  input?: InputOf<T>
  nodes: (result: ResultOf<T>) => TreeNode[]
  /** The list beside it; its `fixed` gets the chosen node's key. */
  list: ListSpec<C>
  empty: string
}

/** Branches of a small tree are open from the start, of a large one those of the first level. */
const small = 40
const openAtFirst = (nodes: readonly TreeNode[]): string[] => {
  const branches = keysAbove(nodes)
  return branches.length <= small ? branches : nodes.map(({ key }) => key)
}

/** A tree at the left that narrows a list at the right (console 4.3). The choice survives F5. */
export const defineTree = <T extends Call, C extends Call>(spec: TreeSpec<T, C>): ComponentType => {
  const List = defineList(spec.list)
  return function TreePage() {
    const answer = useCall(spec.call, spec.input ?? ({} as InputOf<T>))
    const [node, setNode] = useTabState<string | undefined>('node', undefined)
    const [words, setWords] = useState('')
    const [open, setOpen] = useState<string[] | null>(null)
    const all = useMemo(() => (answer.data ? spec.nodes(answer.data) : []), [answer.data])
    const shown = useMemo(() => matching(all, words.trim()), [all, words])
    const { refetch } = answer
    const beside = useMemo(() => ({ node, refetch: () => void refetch() }), [node, refetch])
    // While something is searched every branch that leads to a hit is open.
    const expanded = words.trim() ? keysAbove(shown) : (open ?? openAtFirst(all))

    return (
      <div className={styles.page}>
        <section className={styles.side} aria-label={spec.title}>
          <header>
            <h2>{spec.title}</h2>
            <Button type="link" size="small" disabled={node === undefined} onClick={() => setNode(undefined)}>
              全部
            </Button>
          </header>
          <Input
            allowClear
            value={words}
            placeholder="查找"
            aria-label={`查找${spec.title}`}
            onChange={(event) => setWords(event.target.value)}
          />
          {answer.error && (
            <Alert
              type="error"
              title={answer.error.message}
              action={<Button onClick={() => void answer.refetch()}>重新读取</Button>}
            />
          )}
          {answer.loading && <Skeleton active />}
          {answer.data && !shown.length && (
            <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words ? `没有找到「${words}」` : spec.empty} />
          )}
          {shown.length > 0 && (
            <div className={styles.tree}>
              <Tree
                blockNode
                treeData={shown}
                selectedKeys={node === undefined ? [] : [node]}
                expandedKeys={expanded}
                onExpand={(keys) => setOpen(keys.map(String))}
                onSelect={(keys) => setNode(keys.length ? String(keys[0]) : undefined)}
              />
            </div>
          )}
        </section>
        <div className={styles.main}>
          <NodeContext value={beside}>
            <List />
          </NodeContext>
        </div>
      </div>
    )
  }
}
