import { useEffect, useRef } from 'react'
import choices from '../choices.module.css'
import type { Found } from './find.ts'
import styles from './search.module.css'
import type { useRecords } from './use-records.ts'

interface Props {
  found: Found[]
  chosen: Found | undefined
  /** '' = the last hits are shown. */
  words: string
  records: ReturnType<typeof useRecords>
  /** The words are a person's number, which is asked of no list. */
  personal: boolean
  onOpen: (one: Found) => void
}

const stateOf = ({ found, words, records: { waiting, failed }, personal }: Props): string => {
  if (personal) return '证件号、卡号和手机号不用来查找，请用订单号或姓名'
  if (waiting) return '正在查找记录…'
  if (failed) return `有 ${failed} 个列表没有答复，请到相应页面查找`
  return found.length ? '' : `没有名称或编号含「${words}」的页面、操作和记录`
}

/** What the search found, and what it is still doing. */
export const SearchHits = (props: Props) => {
  const { found, chosen, words, onOpen } = props
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    box.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' })
  }, [chosen?.key])
  const state = words ? stateOf(props) : ''
  return (
    <div className={`${choices.choices} ${styles.found}`} ref={box}>
      {!words && <p>最近打开</p>}
      <div id="page-search" role="listbox" aria-label="查找结果">
        {found.map((one, i) => (
          <button
            key={one.key}
            id={`found-${i}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={one === chosen}
            // The cursor stays in the field: without it the hits would go before one is chosen.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onOpen(one)}
          >
            {one.title} <small>{one.kind}</small>
            {one.more && <small className={styles.more}>{one.more}</small>}
          </button>
        ))}
      </div>
      {state && <p role="status">{state}</p>}
    </div>
  )
}
