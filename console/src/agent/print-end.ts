/** How a print ended, as Slip/Printed knows it. */
export type PrintEnd = 'done' | 'failed' | 'unsure' | 'browser'

/** The agent's states that are an end, as the server is told of them. */
export const endOfState: Readonly<Partial<Record<string, PrintEnd>>> = {
  done: 'done',
  failed: 'failed',
  cancelled: 'failed',
  unsure: 'unsure',
}
