import { MoreOutlined } from '@ant-design/icons'
import { formatTime } from '@yibao/shared/time.ts'
import { Button, Dropdown } from 'antd'
import { sentenceOf } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { placeOf, useMe } from '../../state/me.ts'
import { useTab } from '../../state/tab.tsx'
import { copyText } from '../copy-text.ts'
import { dictNames } from '../dict.ts'
import { formatField, isNumeric, metaAt, valueAt } from '../fields.ts'
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
export const MoreMenu = ({ spec, rows, columns, printable, answered }: Props) => {
  const { title } = useTab()
  const user = useMe((state) => state.me?.user)
  const text = ({ key, text: own }: TitledColumn, row: Row) => {
    const meta = metaAt(spec.shape, key)
    const value = valueAt(row, key)
    // What leaves the screen is read on another day: 昨天 would lie then.
    if (!own && meta.kind === 'time' && value) return String(value)
    return own?.(row) ?? formatField(meta, value, dictNames(meta.codeType ?? ''))
  }
  const texts = () => rows.map((row) => columns.map((column) => text(column, row)))
  const actions: Record<string, () => Promise<unknown>> = {
    copy: () => {
      const lines = [columns.map((column) => column.title), ...texts()]
      const text = lines.map((line) => line.join('\t')).join('\n')
      return copyText(text, `已复制 ${rows.length} 行，可粘贴到表格`, '请按「导出」或「打印本页」')
    },
    print: async () => {
      const [{ printTable }, { askedLine }] = await Promise.all([
        import('./print-table.ts'),
        import('./asked-words.ts'),
      ])
      const asked = spec.exportAs && answered && (await askedLine({ call: spec.exportAs, input: answered }))
      await printTable({
        title,
        lines: asked || [],
        about: `${user ? `${placeOf(user)} · ${user.name || user.userName} · ` : ''}本页 ${rows.length} 行 · ${formatTime(new Date())} 打印`,
        heads: columns.map(({ key, title: head }) => ({ title: head, right: isNumeric(metaAt(spec.shape, key)) })),
        rows: texts(),
      })
    },
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
      disabled={!rows.length}
      menu={{
        items,
        onClick: ({ key }) => void actions[key]?.().catch((error) => ui().error(sentenceOf(error))),
      }}
    >
      <Button icon={<MoreOutlined />} aria-label="更多操作" title="更多操作" />
    </Dropdown>
  )
}
