import { PrinterOutlined, ReloadOutlined } from '@ant-design/icons'
import type { Call } from '@yibao/shared/call.ts'
import { Button } from 'antd'
import { useMemo } from 'react'
import { sentenceOf } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { placeOf, useCan, useMe } from '../../state/me.ts'
import { useTab } from '../../state/tab.tsx'
import type { Dialogs } from '../dialog-kinds.ts'
import { metaAt, type Shape } from '../fields.ts'
import { ExportButton } from '../list/export/export-button.tsx'
import type { ListState } from '../list/state.ts'
import type { ReportColumn, ReportSpec } from './types.ts'
import type { ReportAnswer } from './use-report.ts'

interface Props {
  spec: ReportSpec<Call>
  shape: Shape
  groupTitle: string
  columns: readonly ReportColumn[]
  data: ReportAnswer | undefined
  /** The filters that `data` answers. */
  answered: Record<string, unknown>
  state: ListState
  input: Record<string, unknown>
  dialogs: Dialogs
  refetch: () => unknown
}

/** 刷新, 打印 and 导出 of a report. */
export const ReportTools = (props: Props) => {
  const { spec, shape, groupTitle, columns, data, answered, state, input, dialogs, refetch } = props
  const { title } = useTab()
  const can = useCan()
  const user = useMe(({ me }) => me?.user)
  const menus = [spec.call.menu ?? []].flat()
  const mayExport = spec.exportAs !== undefined && menus.some((menuCode) => can({ menuCode, buttonCode: 'export' }))
  const titled = useMemo(
    () => [{ key: 'name', title: '分组' }, ...columns.map(({ key }) => ({ key, title: metaAt(shape, key).title }))],
    [columns],
  )
  const print = async () => {
    const who = user ? `${placeOf(user)} · ${user.name || user.userName}` : ''
    try {
      const { printReport } = await import('./print-report.ts')
      await printReport({
        ...{ title, groupTitle, shape, columns, signatures: spec.signatures },
        data: data!,
        ...{ exportAs: spec.exportAs, answered },
        about: [who, `统计时间 ${data!.at}`],
      })
    } catch (error) {
      ui().error(sentenceOf(error))
    }
  }
  return (
    <>
      {mayExport && (
        <ExportButton
          call={spec.exportAs!}
          columns={titled}
          shown={titled}
          state={state}
          matching={{ input, total: data?.items.length, bound: false }}
          tools={{ dialogs, refetch }}
        />
      )}
      {(!spec.printNeed || can(spec.printNeed)) && (
        <Button icon={<PrinterOutlined />} disabled={!data?.items.length} onClick={() => void print()}>
          打印
        </Button>
      )}
      <Button icon={<ReloadOutlined />} aria-label="刷新" title="刷新" onClick={() => void refetch()} />
    </>
  )
}
