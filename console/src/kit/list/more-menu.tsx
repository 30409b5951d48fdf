import { MoreOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { sentenceOf } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { useMe } from '../../state/me.ts'
import { useTab } from '../../state/tab.tsx'
import { focusedMenu } from './menu-focus.tsx'
import type { FullSpec, Row, TitledColumn } from './spec.ts'

interface Props {
  spec: FullSpec
  rows: Row[]
  columns: TitledColumn[]
  printable: boolean
  /** The filters that the rows answer; undefined until they are there. */
  answered: Row | undefined
}

/** What can be done with the rows that are on the screen: printed, or copied into a sheet. */
export const MoreMenu = ({ printable, ...page }: Props) => {
  const { title } = useTab()
  const user = useMe((state) => state.me?.user)
  const run = async (key: string) => {
    const { copyPage, printPage } = await import('./take-page.ts')
    await (key === 'copy' ? copyPage(page) : printPage(page, title, user))
  }
  const items = [
    // Plain-http pages have no clipboard.
    ...(globalThis.navigator?.clipboard ? [{ key: 'copy', label: '复制本页为表格' }] : []),
    ...(printable ? [{ key: 'print', label: '打印本页' }] : []),
  ]
  if (!items.length) return null
  return (
    <Dropdown
      {...focusedMenu}
      trigger={['click']}
      disabled={!page.rows.length}
      menu={{
        items,
        onClick: ({ key }) => void run(key).catch((error) => ui().error(sentenceOf(error))),
      }}
    >
      <Button icon={<MoreOutlined />} aria-label="更多操作" title="更多操作" />
    </Dropdown>
  )
}
