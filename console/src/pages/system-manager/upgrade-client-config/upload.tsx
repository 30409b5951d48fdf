import type { ResultOf } from '@yibao/shared/call.ts'
import { upgradeClient } from '@yibao/shared/calls/upgrade-client.ts'
import { Alert, Button, Progress, Space, Typography } from 'antd'
import { useRef, useState } from 'react'
import { callServer, sentenceOf, upload } from '../../../api/index.ts'
import { Modal, whileRunning } from '../../../kit/index.ts'
import { matchFiles } from './match.ts'

/** Bytes of one piece; the server takes no others. */
const pieceBytes = 2 * 1024 * 1024

type Added = ResultOf<typeof upgradeClient.add>

const sendFile = async (
  releaseId: string,
  file: File,
  missing: Added['missing'][number],
  onSent: (n: number) => void,
) => {
  for (let from = missing.have; from < missing.size; ) {
    const piece = new File([file.slice(from, from + pieceBytes)], 'piece')
    const { have } = await upload(upgradeClient.piece, { releaseId, sha256: missing.sha256, from }, piece)
    onSent(have - from)
    from = have
  }
}

/**
 * Registers a signed release and brings its files: first release.json, then the folder it was made of. What is there
 * already is not sent again, so that an upload that broke off goes on when the same is chosen once more.
 */
export default function UploadRelease({ onClose }: { onClose: () => void }) {
  const [added, setAdded] = useState<Added>()
  const [problem, setProblem] = useState('')
  const [sent, setSent] = useState(-1)
  const signed = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const left = added?.missing.reduce((sum, { size, have }) => sum + size - have, 0) ?? 0

  const guarded = (work: () => Promise<void>) => {
    setProblem('')
    work().catch((error: unknown) => {
      setSent(-1)
      setProblem(sentenceOf(error))
    })
  }
  const register = (file: File) =>
    guarded(async () => setAdded(await callServer(upgradeClient.add, { signed: await file.text() }, { silent: true })))
  const bring = (files: FileList) =>
    guarded(async () => {
      const { releaseId, missing } = added!
      const matched = matchFiles(missing, [...files])
      if (matched.absent.length) return setProblem(`所选目录中没有：${matched.absent.join('、')}`)
      setSent(0)
      for (const { file, wanted } of matched.found)
        await sendFile(releaseId, file, wanted, (bytes) => setSent((before) => before + bytes))
      setAdded({ ...added!, missing: [] })
      setSent(-1)
    })

  const running = sent >= 0
  return (
    <Modal
      open
      width={560}
      title="上传升级版本"
      mask={{ closable: false }}
      footer={
        <Button type={added && left === 0 ? 'primary' : 'default'} disabled={running} onClick={onClose}>
          {added && left === 0 ? '完成，去发布' : '稍后再传'}
        </Button>
      }
      onCancel={() => running || onClose()}
    >
      <Space orientation="vertical" style={{ width: '100%' }} size="middle">
        <Typography.Text>
          1. 选择离线签名后的 release.json。服务器没有私钥，只核对签名；每台客户端还会自己再核对一次。
        </Typography.Text>
        <input
          ref={signed}
          type="file"
          accept=".json"
          hidden
          onChange={({ target }) => target.files?.[0] && register(target.files[0])}
        />
        <Button disabled={running || added !== undefined} onClick={() => signed.current?.click()}>
          {added ? `已登记 ${added.version}` : '选择 release.json'}
        </Button>
        {added && left > 0 && (
          <>
            <Typography.Text>
              2. 选择打包目录（{added.missing.length} 个文件，{(left / 1024 / 1024).toFixed(1)}{' '}
              MB）。中断后重选即可继续。
            </Typography.Text>
            <input
              ref={folder}
              type="file"
              multiple
              hidden
              // The folder's own structure names the files.
              {...{ webkitdirectory: '' }}
              onChange={({ target }) => target.files && bring(target.files)}
            />
            <Button type="primary" {...whileRunning(running)} onClick={() => folder.current?.click()}>
              {running ? '正在上传' : '选择打包目录'}
            </Button>
            {running && <Progress percent={Math.floor((sent / left) * 100)} />}
          </>
        )}
        {added && left === 0 && <Alert type="success" showIcon title={`${added.version} 的文件已齐全，可以发布`} />}
        {problem && <Alert type="error" showIcon title={problem} />}
      </Space>
    </Modal>
  )
}
