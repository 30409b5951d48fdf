import { approvalTarget } from '@yibao/shared/approval.ts'
import { rx } from '@yibao/shared/calls/prescription.ts'
import { Button, Input, Select, Space } from 'antd'
import { useState } from 'react'
import { callServer, useCall } from '../api/index.ts'
import { ui } from '../api/ui.ts'
import { useDraft } from '../kit/form/leave.ts'
import { type Dialogs, Fields, Modal, ReadFault, shapeOf, useWork, whileRunning } from '../kit/index.ts'
import { writeCookie } from '../state/storage.ts'
import { RxLines } from './lines.tsx'
import { showPicture } from './picture.ts'
import styles from './prescription.module.css'

const shape = shapeOf(rx.get.result)
/** What a pharmacist goes by beside the drugs. */
const facts = [
  ...['name', 'sex', 'age', 'diagnosis', 'hospital', 'department', 'doctor'],
  ...['prescribedOn', 'validUntil', 'rxType'],
]

interface Props {
  id: string
  storeId: string
  dialogs: Dialogs
  /** He took it from the queue: returned to whoever typed it, or given back. */
  taken: boolean
  onClose: (done: boolean) => void
}

const ReviewDialog = ({ id, storeId, dialogs, taken, onClose }: Props) => {
  // As it is now: whoever looked at it a moment ago would review what has been corrected since, and be refused.
  const { data: one, error, fetching, refetch } = useCall(rx.get, { id }, { staleTime: 0 })
  const reviewer = useCall(rx.reviewer, { storeId })
  const who = reviewer.data
  const [opinion, setOpinion] = useState<string>()
  const [running, run] = useWork()
  const own = Boolean(who?.name)
  const words = opinion ?? who?.opinions[0] ?? ''

  const verdict = async (passed: boolean) => {
    if (!one) return
    const { revision } = one
    const input = { id, revision, passed, opinion: words }
    const answer = own ? callServer(rx.review, input) : asked(input)
    const sent = await answer.catch((fault) => {
      // Corrected, or reviewed by another one, while it stood here: what stands here now is what is asked about next.
      void refetch()
      throw fault
    })
    if (!sent) return
    const said = sent.reviews.at(-1)
    // SPEC 3: the browser keeps who reviewed here last.
    writeCookie('pharmacistCode', said?.code ?? '')
    writeCookie('pharmacistName', said?.name ?? '')
    ui().success(
      sent.state === 'second' ? '初审通过，待另一位药师复核' : passed ? '审核通过' : '审核不通过，原因已告诉录入人',
    )
    close(true)
  }
  /** At somebody else's PC: the pharmacist gives his own password for exactly this. */
  const asked = async (input: { id: string; revision: number; passed: boolean; opinion: string }) => {
    const target = approvalTarget.prescription(id, input.revision, input.passed)
    const about = `以药师本人账号确认：处方 ${one?.number} ${input.passed ? '审核通过' : '审核不通过'}。${input.opinion}`
    const authorizationId = await dialogs.authorize({ action: 'prescription', target, about })
    return authorizationId ? callServer(rx.reviewHere, { ...input, authorizationId }) : undefined
  }
  const typed = opinion !== undefined && !who?.opinions.includes(opinion)
  const { close, leave } = useDraft(typed, running, (done) => {
    if (done) return onClose(true)
    void run(async () => {
      if (taken) await callServer(rx.giveBack, { id }, { silent: true }).catch(() => undefined)
      onClose(false)
    })
  })
  const giveUp = async () => {
    await callServer(rx.return, { id, reason: words })
    ui().success('已退回录入人')
    close(true)
  }
  // The proposed words are those of a yes: a no needs its own.
  const unsaid = !words.trim() || words === who?.opinions[0]
  const why = unsaid ? '先选择或填写原因' : undefined
  const press = (work: () => Promise<unknown>) => () => void run(work)

  return (
    <Modal
      open
      width={760}
      style={{ top: 24 }}
      title={`${own ? '审核处方' : '请药师审核'} ${one?.number ?? ''}`}
      mask={{ closable: false }}
      onCancel={() => void leave()}
      footer={
        <Space wrap>
          <Button disabled={running} onClick={() => void leave()}>
            稍后审核
          </Button>
          {own && taken && (
            <Button disabled={running || unsaid} title={why} onClick={press(giveUp)}>
              退回录入
            </Button>
          )}
          <Button
            danger
            disabled={running || fetching || unsaid || !one || !who}
            title={why}
            onClick={press(() => verdict(false))}
          >
            不通过
          </Button>
          <Button
            type="primary"
            {...whileRunning(running)}
            disabled={fetching || !one || !who}
            onClick={press(() => verdict(true))}
          >
            审核通过
          </Button>
        </Space>
      }
    >
      <ReadFault error={error} again={refetch} />
      <ReadFault error={reviewer.error} again={reviewer.refetch} />
      {one && (
        <>
          <Fields shape={shape} values={one} fields={one.validTime ? [...facts, 'validTime'] : facts} />
          <RxLines lines={one.lines} />
          <div className={styles.opinion}>
            {one.hasImage ? (
              <Button onClick={() => void showPicture(one)}>查看处方照片</Button>
            ) : (
              <small>没有处方照片，请核对纸质处方</small>
            )}
            <Select
              aria-label="意见模板"
              placeholder="选择意见模板"
              value={who?.opinions.includes(words) ? words : undefined}
              options={who?.opinions.map((value) => ({ value, label: value }))}
              onChange={setOpinion}
            />
            <Input.TextArea
              aria-label="审核意见"
              rows={2}
              maxLength={200}
              value={words}
              onChange={(event) => setOpinion(event.target.value)}
            />
            {!who ? null : own ? (
              <small>以 {who?.name} 审核。审核结果记入处方，不能修改</small>
            ) : (
              <small>当前账号不是本店药师：按下后请药师本人输入账号和密码</small>
            )}
          </div>
        </>
      )}
    </Modal>
  )
}

export default ReviewDialog
