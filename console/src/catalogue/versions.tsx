import type { Call, ResultOf } from '@yibao/shared/call.ts'
import { type catalogueMenu, disease } from '@yibao/shared/calls/catalogue.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/index.ts'
import { type Action, Modal, needOf, Status, type Tone } from '../kit/index.ts'
import { useCan } from '../state/me.ts'
import styles from './catalogue.module.css'

type Source = ResultOf<typeof catalogueMenu.getMaxVersionInfo>[number]
type VersionCall = typeof catalogueMenu.getMaxVersionInfo
type CompareCall = typeof disease.compareVersion

const stateOf = ({ state, pending, rows, error }: Source): [tone: Tone, text: string] => {
  if (state === 'running') return ['action', '下载中']
  if (state === 'waiting') return ['action', '等待']
  if (state === 'failed') return ['harm', error || '未完成']
  if (pending) return ['warn', `还有 ${pending} 行待下载`]
  return rows ? ['good', '完整'] : ['off', '未下载']
}

/** What the centre has beyond a local version. */
const beyondOf = ({ newer, error }: ResultOf<CompareCall>[number]): [tone: Tone, text: string] => {
  if (newer === undefined) return ['harm', error]
  return newer ? ['warn', `有 ${newer} 行更新`] : ['good', '与中心一致']
}

interface Props {
  call: VersionCall
  compare?: CompareCall
  onClose: () => void
}

const Versions = ({ call, compare, onClose }: Props) => {
  const can = useCan()
  const [asked, setAsked] = useState(false)
  const {
    data: beyond,
    fetching,
    error: refused,
  } = useCall(compare ?? disease.compareVersion, asked && compare ? {} : null)
  const { data, error } = useCall(call, {}, { staleTime: 0, refetchInterval: 5000 })
  return (
    <Modal
      open
      title="目录版本"
      width={asked ? 880 : 720}
      onCancel={onClose}
      footer={
        <>
          {compare && can({ menuCode: 'DiseaseMenu', buttonCode: 'download' }) && (
            <Button type="primary" loading={fetching} disabled={asked} onClick={() => setAsked(true)}>
              与医保中心比较
            </Button>
          )}
          <Button onClick={onClose}>关闭</Button>
        </>
      }
    >
      {[error, refused].map(
        (fault) =>
          fault && <Alert key={fault.message} type="error" showIcon title={fault.message} description={fault.tips} />,
      )}
      <div className={styles.versions}>
        <table>
          <thead>
            <tr>
              <th>目录</th>
              <th>本地版本</th>
              <th className={styles.number}>行数</th>
              <th>状态</th>
              <th>更新时间</th>
              {asked && <th>医保中心</th>}
            </tr>
          </thead>
          <tbody>
            {data?.map((source) => {
              const [tone, text] = stateOf(source)
              const compared = beyond?.find(({ kind }) => kind === source.kind)
              const found = compared && beyondOf(compared)
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
                  {asked && <td>{found && <Status tone={found[0]}>{found[1]}</Status>}</td>}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </Modal>
  )
}

/** Shows how far each file has come, and goes on showing it while one is being downloaded; `compare` asks the centre. */
export const versionsAction = (call: VersionCall, compare?: CompareCall): Action<unknown> => ({
  key: 'versions',
  text: '目录版本',
  need: needOf(call as unknown as Call),
  run: (_, { dialogs }) => dialogs.open<void>((done) => <Versions {...{ call, compare }} onClose={() => done()} />),
})
