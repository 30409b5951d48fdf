import { hintMessage } from '@yibao/shared/calls/hint.ts'
import { AskDrawer } from '../../../hints/ask-drawer.tsx'
import styles from '../../../hints/hints.module.css'

interface Part {
  text: string
  hit: boolean
}

const Parts = ({ parts }: { parts: readonly Part[] }) =>
  parts.map(({ text, hit }, i) => (hit ? <mark key={i}>{text}</mark> : text))

/** 检索测试: words, and the hints they find with score and marks. */
export const SearchTest = ({ onClose }: { onClose: () => void }) => (
  <AskDrawer title="检索测试" call={hintMessage.searchFromLucene} fields={['keyword']} action="检索" onClose={onClose}>
    {(hits) => (
      <>
        <p>{hits.length ? `找到 ${hits.length} 条，得分最高的在前（最多 20 条）。` : '没有找到。换一个说法再试。'}</p>
        <ol className={styles.hits}>
          {hits.map((one) => (
            <li key={one.id}>
              <p>
                <Parts parts={one.tips} />
              </p>
              <p>
                <Parts parts={one.guide} />
              </p>
              <p className={styles.about}>
                得分 {one.score}，{one.areaName || '全部区划'}，{one.infno ?? '全部交易'}，编号 {one.id}
              </p>
            </li>
          ))}
        </ol>
      </>
    )}
  </AskDrawer>
)
