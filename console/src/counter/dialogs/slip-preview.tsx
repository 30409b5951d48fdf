import { type ComponentProps, useMemo } from 'react'
import { PrintPreview, receiptOfSlip } from '../../kit/index.ts'
import type { CounterPorts } from '../ports.ts'

/** 打印预览 of the kit with the counter's bytes. */
export const SlipPreview: CounterPorts['PrintPreview'] = ({
  pdf,
  slipId,
  documentType,
  reprint,
  onPrinted,
  onClose,
}) => {
  const blob = useMemo(() => new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), [pdf])
  const told: ComponentProps<typeof PrintPreview>['onPrinted'] = (state, printer) => onPrinted(state, printer)
  const receipt = useMemo(() => receiptOfSlip(slipId), [slipId])
  return (
    <PrintPreview
      pdf={blob}
      documentId={slipId}
      documentType={documentType}
      receipt={receipt}
      reprint={reprint}
      onPrinted={told}
      onClose={onClose}
    />
  )
}
