import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import type { Call, InputOf } from '@yibao/shared/call.ts'
import { Button } from 'antd'
import { callServer, upload } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { useCan } from '../../state/me.ts'
import { Fields } from '../detail.tsx'
import { useDialogs } from '../dialogs.tsx'
import { metaAt, type Shape, shapeOf } from '../fields.ts'
import { Upload } from '../late/antd.ts'
import { needOf } from '../list/act.ts'
import { useWork, whileRunning } from '../use-work.ts'
import type { Option } from './draft.ts'
import type { ConfigSpec } from './types.ts'

interface Props {
  files: NonNullable<ConfigSpec['files']>
  fields: Shape
  option: Option
  place: Record<string, unknown>
  readOnly: boolean
  refetch: () => void
}

/** An option that is a file: what it is, and at once, without a save, another one or none. */
export const OptionFile = ({ files, fields, option, place, readOnly, refetch }: Props) => {
  const [running, work] = useWork()
  const [dialogs, holder] = useDialogs()
  const can = useCan()
  const may = (call: Call) => !readOnly && (needOf(call) ?? []).some((wanted) => can(wanted))
  const { title } = metaAt(fields, option.key)
  const value = option.value as { id: string; name: string } | undefined
  const shape = shapeOf(fields[option.key]!)
  const run = (change: () => Promise<unknown>, done: string) =>
    work(async () => {
      await change()
      ui().success(done)
      await refetch()
    })
  const bring = (file: File) =>
    run(
      () => upload(files.upload, { ...place, key: option.key } as InputOf<Call>, file),
      `${title}已上传，下一次中心调用起使用`,
    )
  const remove = async () => {
    const sure = await dialogs.confirm({
      title: `移除${title}「${value?.name}」`,
      tips: '移除后恢复默认，下一次中心调用起生效。',
      okText: '移除',
      cancelText: '不移除',
      danger: true,
    })
    if (sure) await run(() => callServer(files.remove, { id: value?.id } as InputOf<Call>), `${title}已移除`)
  }
  return (
    <div>
      {value ? (
        <Fields shape={shape} values={value} fields={Object.keys(shape).filter((name) => name !== 'id')} />
      ) : (
        <p style={{ margin: '5px 0' }}>没有上传</p>
      )}
      <div style={{ display: 'flex', gap: 8 }}>
        {may(files.upload) && (
          <Upload
            showUploadList={false}
            beforeUpload={(file) => {
              void bring(file)
              return false
            }}
          >
            <Button id={`option-${option.key}`} icon={<UploadOutlined />} {...whileRunning(running)}>
              {value ? '更换文件' : '上传文件'}
            </Button>
          </Upload>
        )}
        {value && may(files.remove) && (
          <Button icon={<DeleteOutlined />} disabled={running} onClick={() => void remove()}>
            移除
          </Button>
        )}
      </div>
      {holder}
    </div>
  )
}
