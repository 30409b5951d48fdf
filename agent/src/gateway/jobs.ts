import type { JobInfo } from '@yibao/shared/agent/entities.ts'

// The durable print queue as the gateway needs it; agent/src/print implements it.

export interface PrintOrder {
  /** the document's id (Idempotency-Key): the same id prints once */
  id: string
  pdf: Uint8Array
  printer?: string | undefined
  documentType?: string | undefined
  copies: number
  paper: string
}

export interface PrintJobs {
  /** Throws AgentError IDEMPOTENCY_CHANGED, PRINTER_UNKNOWN. */
  submit(order: PrintOrder): Promise<JobInfo>
  get(id: string): Promise<JobInfo | undefined>
  cancel(id: string): Promise<JobInfo | undefined>
  /** A person's word about an unsure job: printed, or print it again. */
  resolve(id: string, printed: boolean): Promise<JobInfo | undefined>
  /** Prints a job again that ended with a fault. */
  retry(id: string): Promise<JobInfo | undefined>
  list(): Promise<JobInfo[]>
}
