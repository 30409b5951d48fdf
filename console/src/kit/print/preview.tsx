import { agentErrors } from '@yibao/shared/agent/errors.ts'
import { isElsewhere } from '@yibao/shared/agent/slip-news.ts'
import { Button, Space } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { type JobInfo, type PrintEnd, type PrintOptions, useDevice } from '../../agent/index.ts'
import { sentenceOf } from '../../api/index.ts'
import { ui } from '../../api/ui.ts'
import { Modal } from '../late/antd.ts'
import { useWork, whileRunning } from '../use-work.ts'
import texts from '../values.module.css'
import { doubtWords } from './batch-state.ts'
import { printInFrame } from './frame.ts'
import styles from './print-preview.module.css'

interface Props {
  /** The very bytes that will be printed. */
  pdf: Blob
  /** Id of the document: it prints once, however often the button is pressed. */
  documentId: string
  documentType?: string
  /** The same document for a receipt printer. */
  receipt?: PrintOptions['receipt']
  reprint?: PrintOptions['reprint']
  onPrinted?: (state: PrintEnd, printer?: string) => void
  onClose: () => void
}

interface Outcome {
  /** What Slip/Printed hears. */
  state?: PrintEnd
  text: string
  /** Nothing is left to do here. */
  ends?: boolean
}

const outcome: Record<string, Outcome> = {
  done: { state: 'done', text: '已打印', ends: true },
  failed: { state: 'failed', text: '没有打印：请检查打印机后再按「打印」' },
  unsure: { state: 'unsure', text: '不确定是否已打印：请看打印机' },
}

/** Of a job that came out at another place. */
const elsewhere: Record<string, Outcome> = {
  unsure: { text: '这张小票没有再打。要打时再按「打印」，选「再打一张」' },
  cancelled: { state: 'failed', text: '这张小票不再打印', ends: true },
}

/** Title 打印预览, button 打印 (SPEC 2): through the agent, without one through the frame. */
export const PrintPreview = ({ pdf, documentId, documentType, receipt, reprint, onPrinted, onClose }: Props) => {
  const device = useDevice()
  const frame = useRef<HTMLIFrameElement>(null)
  const [url, setUrl] = useState('')
  const [busy, run] = useWork()

  useEffect(() => {
    const made = URL.createObjectURL(pdf)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [pdf])

  // M36: nobody but the person at the printer knows; the agent waits for the word before it prints again.
  const settleDoubt = async (job: JobInfo): Promise<JobInfo> => {
    const { state, code, message } = job
    if (state !== 'unsure') return job
    const words = doubtWords(isElsewhere(code))
    const answer = await ui().confirm({
      pubSubId: '',
      isEndPoint: false,
      action: '',
      ...(isElsewhere(code)
        ? { title: message ?? '', tips: agentErrors[code!].hint }
        : { title: '不确定小票是否已打印', tips: '为避免重复，系统没有自动重打。请看打印机。' }),
      routeHeaders: {},
      buttonInfos: [
        { text: words.yes, value: 'printed', sort: 1 },
        { text: words.no, value: 'again', sort: 2 },
      ],
    })
    return answer === undefined ? job : device.run('print.resolve', { id: job.id, printed: answer === 'printed' })
  }

  const tell = (job: JobInfo) => {
    const { state, printer } = job
    const end = isElsewhere(job.code) ? elsewhere[state] : outcome[state]
    if (end?.state) onPrinted?.(end.state, printer ?? device.printers[0]?.name)
    return end
  }

  const print = async () => {
    try {
      if (!device.ready) {
        printInFrame(frame.current)
        onPrinted?.('browser')
        return
      }
      const options = { idempotencyKey: documentId, documentType, receipt, reprint }
      // One document is one job: what came out, in this window or in another, does not come out again.
      const sent = await device.submit(pdf, options)
      if (sent.state === 'done') {
        tell(sent)
        ui().error('这张已打印过。要再打印一张，请重新打开并选择补打原因')
        return onClose()
      }
      const under = sent.state === 'failed' ? await device.run('print.retry', { id: sent.id }) : sent
      const job = await settleDoubt(await device.followPrint(under))
      const end = tell(job)
      if (end?.ends) {
        ui().success(end.text)
        onClose()
      } else ui().error(end?.text ?? job.message ?? '小票在打印队列中，打印机就绪后自动打印')
      // It prints by itself later: Slip/Printed hears of it then, with this dialog open or not.
      if (!end) void device.endOfPrint(job).then(tell)
    } catch (error) {
      // The agent's refusals are shown by whoever asked it.
      ui().error(sentenceOf(error))
    }
  }

  return (
    <Modal
      open
      title="打印预览"
      width={720}
      style={{ top: 40 }}
      onCancel={onClose}
      footer={
        <Space>
          <span className={texts.grey}>{device.ready ? '由本机助手打印' : '由浏览器打印'}</span>
          <Button onClick={onClose}>关闭</Button>
          <Button type="primary" autoFocus {...whileRunning(busy)} onClick={() => void run(print)}>
            打印
          </Button>
        </Space>
      }
    >
      {url && (
        <iframe ref={frame} className={styles.preview} title="打印预览" src={`${url}#toolbar=0&navpanes=0&view=FitH`}>
          iframes may not be supported in this browser.
        </iframe>
      )}
    </Modal>
  )
}
