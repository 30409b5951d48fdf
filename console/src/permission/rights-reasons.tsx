import type { ResultOf } from '@yibao/shared/call.ts'
import { userView } from '@yibao/shared/calls/user-view.ts'
import { Alert, Input, Table } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/index.ts'
import { clear } from '../kit/clear.tsx'
import { Drawer, emptyOf, ReadFault, waiting } from '../kit/index.ts'
import Segmented from '../kit/segmented.tsx'
import styles from './parts.module.css'

type Right = ResultOf<typeof userView.explainRights>['rights'][number]
type Which = 'all' | 'may' | 'not'

const choices: { value: Which; label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'may', label: '有' },
  { value: 'not', label: '没有' },
]

interface Shown extends Right {
  key: string
  /** Title of its page. */
  page: string
}

/** Each right with its page's title, in the order of the menu. */
const shownOf = (rights: readonly Right[]): Shown[] => {
  let page = ''
  return rights.map((right) => {
    if (!right.buttonCode) page = right.title
    return { ...right, page, key: `${right.menuCode}.${right.buttonCode ?? ''}` }
  })
}

const fits = ({ may, section, page, title, menuCode, reason }: Shown, which: Which, words: string): boolean =>
  (which === 'all' || may === (which === 'may')) &&
  `${section} ${page} ${title} ${menuCode} ${reason}`.toLowerCase().includes(words.trim().toLowerCase())

/** 权限说明: every page and button of one account, ✓ or ✕, and why. */
const RightsReasons = ({ userId, title, onClose }: { userId: string; title: string; onClose: () => void }) => {
  const { data, error, loading, refetch } = useCall(userView.explainRights, { userId })
  const [which, setWhich] = useState<Which>('all')
  const [words, setWords] = useState('')
  const rows = shownOf(data?.rights ?? []).filter((one) => fits(one, which, words))
  return (
    <Drawer open size={Math.min(720, innerWidth)} title={`${title}的权限说明`} onClose={onClose}>
      <ReadFault error={error} again={refetch} old={data} />
      {data && data.notes.length > 0 && (
        <Alert
          type="info"
          style={{ marginBottom: 12 }}
          title={data.notes.map((note) => <div key={note}>{note}</div>)}
        />
      )}
      <div className={styles.asked}>
        <Input
          allowClear={clear}
          value={words}
          placeholder="查找页面、按钮或原因"
          aria-label="查找页面、按钮或原因"
          onChange={(event) => setWords(event.target.value)}
        />
        <Segmented aria-label="有没有权限" options={choices} value={which} onChange={setWhich} />
      </div>
      <Table<Shown>
        size="small"
        loading={waiting(loading)}
        dataSource={rows}
        pagination={false}
        locale={emptyOf({ data, error }, '没有符合条件的页面和按钮')}
        columns={[
          {
            title: '页面和按钮',
            key: 'title',
            render: (_, { section, title: name, buttonCode, page }) =>
              buttonCode ? (
                <span className={styles.button}>
                  {page} · {name}
                </span>
              ) : (
                <>
                  <b>{name}</b> <small>{section}</small>
                </>
              ),
          },
          {
            title: '权限',
            dataIndex: 'may',
            width: 64,
            render: (may: boolean) => <span data-may={may}>{may ? '✓ 有' : '✕ 没有'}</span>,
          },
          { title: '原因', dataIndex: 'reason' },
        ]}
      />
    </Drawer>
  )
}

export default RightsReasons
