import type { Call, ResultOf } from '@yibao/shared/call.ts'
import { type catalogueMenu, disease } from '@yibao/shared/calls/catalogue-menu.ts'
import { formatCount } from '@yibao/shared/money.ts'
import { Button, Skeleton } from 'antd'
import { useState } from 'react'
import { useCall } from '../api/index.ts'
import { type Action, Modal, needOf, ReadFault, SmallTable, Status, type Tone, whileRunning } from '../kit/index.ts'
import { useCan } from '../state/me.ts'

type Source = ResultOf<typeof catalogueMenu.getMaxVersionInfo>[number]
type VersionCall = typeof catalogueMenu.getMaxVersionInfo
type CompareCall = typeof disease.compareVersion

const stateOf = ({ state, pending, rows, error }: Source): [tone: Tone, text: string] => {
  if (state === 'running') return ['action', '下载中']
  if (state === 'waiting') return ['action', '等待']
  if (state === 'failed') return ['harm', error || '未完成']
  if (pending) return ['warn', `还有 ${formatCount(pending)} 行待下载`]
  return rows ? ['good', '完整'] : ['off', '未下载']
}

/** What the centre has beyond a local version. */
const beyondOf = ({ newer, error }: ResultOf<CompareCall>[number]): [tone: Tone, text: string] => {
  if (error) return ['harm', error]
  if (newer === undefined) return ['warn', '有更新，医保中心没有说明行数']
  return newer ? ['warn', `有 ${formatCount(newer)} 行更新`] : ['good', '与中心一致']
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
    refetch: again,
  } = useCall(compare ?? disease.compareVersion, asked && compare ? {} : null)
  const { data, error, refetch } = useCall(call, {}, { staleTime: 0, refetchInterval: 5000 })
  return (
    <Modal
      open
      title="目录版本"
      width={asked ? 880 : 720}
      onCancel={onClose}
      footer={
        <>
          {compare && can({ menuCode: 'DiseaseMenu', buttonCode: 'download' }) && (
            <Button type="primary" {...whileRunning(fetching)} onClick={() => (asked ? void again() : setAsked(true))}>
              与医保中心比较
            </Button>
          )}
          <Button onClick={onClose}>关闭</Button>
        </>
      }
    >
      <ReadFault error={error} again={refetch} old={data} />
      <ReadFault error={refused} again={again} old={beyond} />
      {!data && !error && <Skeleton active />}
      <SmallTable
        head={['目录', '本地版本', { title: '行数', number: true }, '状态', '更新时间', ...(asked ? ['医保中心'] : [])]}
      >
        {data?.map((source) => {
          const [tone, text] = stateOf(source)
          const compared = beyond?.find(({ kind }) => kind === source.kind)
          const found = compared && beyondOf(compared)
          return (
            <tr key={source.kind}>
              <td data-whole>
                {source.title} <small>{source.kind}</small>
              </td>
              <td>{source.version === '0' ? '--' : source.version}</td>
              <td data-number>{formatCount(source.rows)}</td>
              <td data-whole>
                <Status tone={tone}>{text}</Status>
              </td>
              <td data-whole>{source.updatedAt ?? '--'}</td>
              {asked && <td data-whole>{found && <Status tone={found[0]}>{found[1]}</Status>}</td>}
            </tr>
          )
        })}
      </SmallTable>
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
