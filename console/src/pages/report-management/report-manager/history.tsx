import { reportDefinition } from '@yibao/shared/calls/report-definition.ts'
import { Button } from 'antd'
import { callServer, useCall } from '../../../api/index.ts'
import { ui } from '../../../api/ui.ts'
import { Group, ReadFault, RecordDrawer, type RowOf, type Tools, useWork } from '../../../kit/index.ts'

interface Props {
  row: RowOf<typeof reportDefinition.paged>
  tools: Tools
  onClose: () => void
}

/** Who changed what in a report, the newest first, and the way back to an earlier version. */
export default function History({ row, tools, onClose }: Props) {
  const { data, error, refetch } = useCall(reportDefinition.get, { id: row.id }, { staleTime: 0 })
  const [running, run] = useWork()
  const restore = (back: number) =>
    run(async () => {
      const asked = await tools.dialogs.confirm({
        title: `恢复到第 ${back} 版`,
        tips: '它的内容另存为最新的草稿，中间的版本保留；发布前原来的版本继续使用。',
        okText: '恢复这一版',
        cancelText: '不恢复',
      })
      if (!asked || !data) return
      await callServer(reportDefinition.restore, { id: row.id, version: data.version, back })
      ui().success('已恢复为最新的草稿，请预览后发布')
      void tools.refetch()
      onClose()
    })
  return (
    <RecordDrawer title={`${row.code} ${row.name} 的历史`} onClose={onClose}>
      <ReadFault error={error} again={refetch} waits={!data} />
      {data?.versions.map(({ version, at, by, what, changes, publishedAt, publishedBy }) => (
        <Group key={version} title={`第 ${version} 版${version === data.published ? '（生效）' : ''}`}>
          <p>
            {at} {by} {what}
          </p>
          {changes && <p>{changes}</p>}
          {publishedAt && (
            <p>
              {publishedAt} {publishedBy} 发布
            </p>
          )}
          {version !== data.version && (
            <Button size="small" disabled={running} onClick={() => void restore(version)}>
              恢复到第 {version} 版
            </Button>
          )}
        </Group>
      ))}
    </RecordDrawer>
  )
}
