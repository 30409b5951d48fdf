import { plugin } from '@yibao/shared/calls/plugin.ts'
import { pluginMonitorRow } from '@yibao/shared/entities/plugin.ts'
import { useCall } from '../../../api/index.ts'
import { Events, Fields, Group, ReadFault, RecordDrawer, type RowOf } from '../../../kit/index.ts'

type Row = RowOf<typeof plugin.monitorPaged>
const shown = 50

/** A plugin on a node beside the list: how it is, and the last things it could not do there. */
export default function PluginLog({ row, onClose }: { row: Row; onClose: () => void }) {
  const { plugin: of, node } = row
  const { data, error, refetch } = useCall(
    plugin.monitorLog,
    { plugin: of, node, pageSize: shown },
    { refetchInterval: 10_000, keepPrevious: true },
  )
  const events = data?.items.map((one) => ({
    at: one.at,
    move: `交易 ${one.infno}，区划 ${one.areaCode}，服务 ${one.service} ${one.version}`,
    text: one.text,
  }))
  return (
    <RecordDrawer title={`${row.name} ${row.version}`} onClose={onClose}>
      <Group title="运行">
        <Fields
          shape={pluginMonitorRow.shape}
          values={row}
          tones={{ state: { running: 'good', faulty: 'harm', silent: 'warn' } }}
          fields={['node', 'state', 'since', 'seenAt', 'calls', 'errors', 'ms', 'lastError', 'lastErrorAt']}
        />
      </Group>
      <ReadFault error={error} again={refetch} waits={!events} />
      {events && <Events title="最近的错误" events={events} empty="没有出错的记录，保留 90 天。" />}
    </RecordDrawer>
  )
}
