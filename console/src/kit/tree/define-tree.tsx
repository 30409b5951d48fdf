import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import { Button } from 'antd'
import { type ComponentType, useMemo } from 'react'
import { useCall } from '../../api/index.ts'
import { useTabState } from '../../state/tab.tsx'
import { defineList } from '../list/define-list.tsx'
import type { ListSpec } from '../list/types.ts'
import { NodeContext } from './node-context.ts'
import type { TreeNode } from './nodes.ts'
import { SideTree } from './side-tree.tsx'
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

/** A tree at the left that narrows a list at the right (console 4.3). The choice survives F5. */
export const defineTree = <T extends Call, C extends Call>(spec: TreeSpec<T, C>): ComponentType => {
  const List = defineList(spec.list)
  return function TreePage() {
    const answer = useCall(spec.call, spec.input ?? ({} as InputOf<T>))
    const [node, setNode] = useTabState<string | undefined>('node', undefined)
    const all = useMemo(() => (answer.data ? spec.nodes(answer.data) : []), [answer.data])
    const { refetch } = answer
    const beside = useMemo(() => ({ node, refetch: () => void refetch() }), [node, refetch])

    return (
      <div className={styles.page}>
        <SideTree
          title={spec.title}
          nodes={all}
          answer={answer}
          chosen={node}
          onChoose={setNode}
          empty={spec.empty}
          extra={
            <Button type="link" size="small" disabled={node === undefined} onClick={() => setNode(undefined)}>
              全部
            </Button>
          }
        />
        <div className={styles.main}>
          <NodeContext value={beside}>
            <List />
          </NodeContext>
        </div>
      </div>
    )
  }
}
