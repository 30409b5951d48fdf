import type { Call, InputOf } from '@yibao/shared/call.ts'
import { Alert, Button } from 'antd'
import { useState } from 'react'
import { callServer } from '../../api/index.ts'
import { Fields } from '../detail.tsx'
import { shapeOf } from '../fields.ts'
import { encoded } from '../form/encoded.ts'
import { Modal } from '../late/antd.ts'
import { useWork, whileRunning } from '../use-work.ts'
import { changesOf } from './draft.ts'
import type { ConfigSpec } from './types.ts'
import type { Config } from './use-config.ts'

interface Props {
  spec: ConfigSpec
  test: NonNullable<ConfigSpec['test']>
  place: Record<string, unknown>
  config: Config
}

interface Result {
  ok: boolean
  text: string
  tips: string
}

/** Tries what is stored with the unsaved changes over it, and tells how it went. */
export const TestButton = ({ spec, test, place, config }: Props) => {
  const [running, run] = useWork()
  const [result, setResult] = useState<Result>()
  const tryIt = async () => {
    const values = await encoded(spec.fields, changesOf(config.draft).values)
    setResult((await callServer(test.call, { ...place, values } as InputOf<Call>)) as unknown as Result)
  }
  return (
    <>
      <Button
        {...whileRunning(running)}
        disabled={Object.keys(config.problems).length > 0}
        onClick={() => void run(tryIt)}
      >
        {test.text}
      </Button>
      {result && (
        <Modal
          open
          title={`${test.text}：${result.ok ? '通过' : '没有通过'}`}
          footer={<Button onClick={() => setResult(undefined)}>关闭</Button>}
          onCancel={() => setResult(undefined)}
        >
          <Alert type={result.ok ? 'success' : 'error'} showIcon title={result.text} description={result.tips} />
          <div style={{ marginTop: 16 }}>
            <Fields shape={shapeOf(test.call.result)} values={result} fields={test.facts} />
          </div>
          {config.count > 0 && <p style={{ marginBottom: 0 }}>用的是页面上的修改，还没有保存。</p>}
        </Modal>
      )}
    </>
  )
}
