import type { InputOf } from '@yibao/shared/call.ts'
import { Alert, Button, Empty, Input } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useCall } from '../../api/index.ts'
import { Skeleton, Tree } from '../late/antd.ts'
import { keysAbove, matching, type TreeNode } from '../tree/nodes.ts'
import styles from '../tree/tree.module.css'
import own from './config.module.css'
import type { ConfigSpec } from './types.ts'

interface Props {
  places: NonNullable<ConfigSpec['places']>
  chosen: string | undefined
  onChoose: (key: string) => void
}

const firstOf = (nodes: readonly TreeNode[]): string | undefined => nodes[0]?.key

/** The places that have options of their own; the first one is shown until another is chosen. */
export const Places = ({ places, chosen, onChoose }: Props) => {
  const answer = useCall(places.call, {} as InputOf<typeof places.call>)
  const [words, setWords] = useState('')
  const all = useMemo(() => (answer.data ? places.nodes(answer.data as never) : []), [answer.data, places])
  const shown = matching(all, words.trim())
  const first = firstOf(all)
  useEffect(() => {
    if (chosen === undefined && first !== undefined) onChoose(first)
  }, [chosen, first])
  return (
    <section className={`${styles.side} ${own.places}`} aria-label={places.title}>
      <header>
        <h2>{places.title}</h2>
      </header>
      <Input
        allowClear
        value={words}
        placeholder="查找"
        aria-label={`查找${places.title}`}
        onChange={({ target }) => setWords(target.value)}
      />
      {answer.error && (
        <Alert
          type="error"
          title={answer.error.message}
          action={<Button onClick={() => void answer.refetch()}>重新读取</Button>}
        />
      )}
      {answer.loading && <Skeleton active />}
      {answer.data !== undefined && !shown.length && (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={words ? `没有找到「${words}」` : places.empty} />
      )}
      {shown.length > 0 && (
        <div className={styles.tree}>
          <Tree
            blockNode
            treeData={shown}
            selectedKeys={chosen === undefined ? [] : [chosen]}
            defaultExpandedKeys={keysAbove(all)}
            onSelect={(keys) => keys.length && onChoose(String(keys[0]))}
          />
        </div>
      )}
    </section>
  )
}
