import type { medicalDll } from '@yibao/shared/calls/driver-package.ts'
import { Button, ConfigProvider, Drawer, Input, Space } from 'antd'
import { useState } from 'react'
import { callServer, useCall } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { useDraft } from '../kit/form/leave.ts'
import { ReadFault, unreadTitle } from '../kit/index.ts'
import Segmented from '../kit/segmented.tsx'
import { useWork, whileRunning } from '../kit/use-work.ts'
import { type Json, manifestProblem, readText } from './abi-model.ts'
import { DriverForm } from './driver-form.tsx'
import { ErrorForm } from './error-form.tsx'
import { FunctionForms } from './function-forms.tsx'

type Calls = Pick<typeof medicalDll, 'get' | 'update'>
type View = '函数' | '错误码' | '驱动' | 'JSON'

interface Props {
  calls: Calls
  id: string
  onClose: (saved: boolean) => void
}

const textOf = (manifest: unknown) => JSON.stringify(manifest, null, 2)

/** The interface of a driver package: forms over its manifest, and the JSON behind them. A save is a new version. */
export const AbiEditor = ({ calls, id, onClose }: Props) => {
  const { data, error, refetch } = useCall(calls.get, { id }, { staleTime: 0 })
  const [draft, setDraft] = useState<Json>()
  const [view, setView] = useState<View>('函数')
  const [text, setText] = useState('')
  const [running, run] = useWork()
  const manifest = draft ?? (data?.manifest as Json | undefined)
  const written = view === 'JSON' ? readText(text) : undefined
  const problem = written ? written.problem : manifest && manifestProblem(manifest)
  const now = view === 'JSON' ? text : textOf(manifest)
  const { close, leave } = useDraft(data !== undefined && now !== textOf(data.manifest), running, onClose)

  const show = (next: View) => {
    if (next === 'JSON') setText(textOf(manifest))
    if (view === 'JSON') {
      // A text that cannot be read has no forms; it stays until it can.
      if (!written?.manifest) return
      setDraft(written.manifest)
    }
    setView(next)
  }
  const save = async () => {
    const row = await callServer(calls.update, { id, manifest: written?.manifest ?? manifest ?? {} })
    ui().success(`已保存为 ${row.version} 版，启用后生效`)
    close(true)
  }
  return (
    <Drawer
      open
      size={Math.min(1080, innerWidth)}
      title={data ? `接口：${data.name} ${data.version}` : unreadTitle(error)}
      mask={{ closable: false }}
      onClose={() => void leave()}
      footer={
        <Space style={{ justifyContent: 'flex-end', width: '100%' }} wrap>
          {problem && <span role="status">{problem}</span>}
          <Button onClick={() => void leave()}>不保存</Button>
          <Button
            type="primary"
            {...whileRunning(running)}
            disabled={!!problem || (!draft && view !== 'JSON')}
            onClick={() => void run(save)}
          >
            保存为新版本
          </Button>
        </Space>
      }
    >
      <ReadFault error={error} again={refetch} />
      <ConfigProvider componentDisabled={running}>
        <Segmented<View>
          aria-label="驱动说明的部分"
          options={['函数', '错误码', '驱动', 'JSON']}
          value={view}
          onChange={show}
          style={{ marginBottom: 12 }}
        />
        {manifest && view === '函数' && <FunctionForms manifest={manifest} onChange={setDraft} />}
        {manifest && view === '驱动' && <DriverForm manifest={manifest} onChange={setDraft} />}
        {manifest && view === '错误码' && <ErrorForm manifest={manifest} onChange={setDraft} />}
        {manifest && view === 'JSON' && (
          <Input.TextArea
            aria-label="接口说明 JSON"
            value={text}
            onChange={({ target }) => setText(target.value)}
            autoSize={{ minRows: 20, maxRows: 36 }}
            style={{ fontFamily: 'monospace' }}
            spellCheck={false}
          />
        )}
      </ConfigProvider>
    </Drawer>
  )
}
