import type { Call, ResultOf } from '@yibao/shared/call.ts'
import type { catalogueMenu } from '@yibao/shared/calls/catalogue.ts'
import { Alert, Button } from 'antd'
import { useCall } from '../api/index.ts'
import { type Action, Modal, needOf, Status, type Tone } from '../kit/index.ts'
import styles from './catalogue.module.css'

type Source = ResultOf<typeof catalogueMenu.getMaxVersionInfo>[number]
type VersionCall = typeof catalogueMenu.getMaxVersionInfo

const stateOf = ({ state, pending, rows, error }: Source): [tone: Tone, text: string] => {
  if (state === 'running') return ['action', '下载中']
  if (state === 'waiting') return ['action', '等待']
  if (state === 'failed') return ['harm', error || '未完成']
  if (pending) return ['warn', `还有 ${pending} 行待下载`]
  return rows ? ['good', '完整'] : ['off', '未下载']
}

const Versions = ({ call, onClose }: { call: VersionCall; onClose: () => void }) => {
  const { data, error } = useCall(call, {}, { staleTime: 0, refetchInterval: 5000 })
  return (
    <Modal open title="目录版本" width={720} onCancel={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      {error && <Alert type="error" showIcon title={error.message} description={error.tips} />}
      <div className={styles.versions}>
        <table>
          <thead>
            <tr>
              <th>目录</th>
              <th>本地版本</th>
              <th className={styles.number}>行数</th>
              <th>状态</th>
              <th>更新时间</th>
            </tr>
          </thead>
          <tbody>
            {data?.map((source) => {
              const [tone, text] = stateOf(source)
              return (
                <tr key={source.kind}>
                  <td>
                    {source.title} <span className={styles.grey}>{source.kind}</span>
                  </td>
                  <td>{source.version === '0' ? '—' : source.version}</td>
                  <td className={styles.number}>{source.rows}</td>
                  <td>
                    <Status tone={tone}>{text}</Status>
                  </td>
                  <td>{source.updatedAt ?? '—'}</td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </Modal>
  )
}

/** Shows how far each file has come, and goes on showing it while one is being downloaded. */
export const versionsAction = (call: VersionCall): Action<unknown> => ({
  key: 'versions',
  text: '目录版本',
  need: needOf(call as unknown as Call),
  run: (_, { dialogs }) => dialogs.open<void>((done) => <Versions call={call} onClose={() => done()} />),
})
