import type { Call, InputOf, ResultOf } from '@yibao/shared/call.ts'
import { Button } from 'antd'
import { type ComponentType, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useCall } from '../../api/index.ts'
import { useTabState, useTabView } from '../../state/tab.tsx'
import { defineList } from '../list/define-list.tsx'
import type { ListSpec } from '../list/types.ts'
import { NodeContext, nodeKey } from './node-context.ts'
import type { TreeNode } from './nodes.ts'
import { SideTree } from './side-tree.tsx'
import styles from './tree.module.css'

type FollowsList<T extends Call> = (asked: Record<string, unknown>) => InputOf<T>

interface TreeSpec<T extends Call, C extends Call> {
  /** What the tree holds: 公司与门店. */
  title: string
  call: T
  /** What it is asked for; made from what the list is narrowed to where it follows that. */
  input?: InputOf<T> | FollowsList<T>
  nodes: (result: ResultOf<T>) => TreeNode[]
  /** The list beside it; its `fixed` gets the chosen node's key. */
  list: ListSpec<C>
  empty: string
}

/** A tree at the left that narrows a list at the right (console 4.3). The choice survives F5 and stands in the address. */
export const defineTree = <T extends Call, C extends Call>(spec: TreeSpec<T, C>): ComponentType => {
  const List = defineList(spec.list)
  return function TreePage() {
    const { input = {} as InputOf<T> } = spec
    // What the list is narrowed to stands in its tab's state: it says so when it is there.
    const [asked, setAsked] = useState<Record<string, unknown>>()
    const question = typeof input === 'function' ? asked && (input as FollowsList<T>)(asked) : input
    const answer = useCall(spec.call, question ?? null, { keepPrevious: true })
    const inAddress = useTabView()[0][nodeKey]
    // '' = none is chosen: what the tab began with would stand again for undefined.
    const [stored, setNode] = useTabState('node', inAddress ?? '')
    const node = stored || undefined
    const choose = useCallback((key: string | undefined) => setNode(key ?? ''), [setNode])
    // Another address for the same tab brings its own node; the list writes down what is chosen here.
    const known = useRef<string>(undefined)
    useEffect(() => {
      if (known.current !== inAddress) setNode(inAddress ?? '')
      known.current = inAddress
    }, [inAddress, setNode])
    const all = useMemo(() => (answer.data ? spec.nodes(answer.data) : []), [answer.data])
    const { refetch } = answer
    const beside = useMemo(
      () => ({ node, choose, refetch: () => void refetch(), narrowed: setAsked }),
      [node, choose, refetch],
    )

    return (
      <div className={styles.page}>
        <SideTree
          title={spec.title}
          nodes={all}
          answer={answer}
          chosen={node}
          onChoose={choose}
          empty={spec.empty}
          extra={
            <Button type="link" size="small" disabled={node === undefined} onClick={() => choose(undefined)}>
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
