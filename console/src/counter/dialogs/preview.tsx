import { useEffect, useMemo, useState } from 'react'
import type { Dialog } from '../flow/dialog.ts'
import { useStore } from '../parts/store-context.ts'
import { usePorts } from '../ports.ts'
import { wordsOf } from '../refusals.ts'
import { printer, type Sheet } from '../world/print.ts'
import { refusalOf } from '../world/refusal.ts'
import { DialogButton, Frame } from './frame.tsx'

/** 打印预览: the bytes on the screen are the bytes for the printer (DESIGN 11). */
export const PreviewDialog = ({ dialog }: { dialog: Extract<Dialog, { kind: 'preview' }> }) => {
  const { dispatch } = useStore()
  const ports = usePorts()
  const { PrintPreview, askReprint } = ports
  const prints = useMemo(() => printer(ports, dispatch), [ports, dispatch])
  const [sheet, setSheet] = useState<Sheet>()
  const [asking, setAsking] = useState(false)
  const { orderId, print } = dialog

  useEffect(() => {
    let wanted = true
    const ask = async () => {
      setAsking(true)
      return askReprint().finally(() => setAsking(false))
    }
    prints
      .make({ orderId, kind: print }, ask)
      .then((made) => {
        if (wanted && made) setSheet(made)
        else if (wanted) dispatch({ type: 'closeDialog' })
      })
      .catch((cause: unknown) => {
        if (!wanted) return
        dispatch({ type: 'closeDialog' })
        const { text } = wordsOf(refusalOf(cause))
        dispatch({ type: 'printed', orderId, slipId: '', state: 'failed', text })
      })
    return () => {
      wanted = false
    }
  }, [prints, dispatch, askReprint, orderId, print])

  const close = () => dispatch({ type: 'closeDialog' })
  if (asking) return null
  if (!sheet)
    return (
      <Frame title="打印预览" onClose={close} buttons={<DialogButton onClick={close}>取消</DialogButton>}>
        <p>正在生成结算单…</p>
      </Frame>
    )
  return (
    <PrintPreview
      pdf={sheet.pdf}
      slipId={sheet.slipId}
      documentType={sheet.documentType}
      reprint={sheet.reprint}
      onClose={close}
      onPrinted={(state, printer) => prints.ended(sheet, state, printer)}
    />
  )
}
