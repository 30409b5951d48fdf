import { documentTypes, papers, printModes } from '@yibao/shared/agent/documents.ts'
import { choice } from '@yibao/shared/field.ts'
import type { Step } from './context.ts'

/** The step that chooses a document's printer; what it does is loaded when it is begun. */
export const printers: Pick<Step, 'fields' | 'initial' | 'check'> = {
  fields: {
    documentType: choice('单据', documentTypes),
    paper: choice('纸张', papers),
    mode: choice('方式', printModes),
  },
  initial: { documentType: 'slip', paper: 'roll80', mode: 'page' },
  check: async (tools) => (await import('./printer-settings.ts')).choosePrinters(tools),
}
