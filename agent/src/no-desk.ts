import { AgentError } from './agent-error.ts'

/** The desk is away. What never left for it was certainly not done; after anything else, it may have been. */
export class NoDesk extends AgentError {
  readonly sent: boolean

  constructor(sent: boolean) {
    super('NO_DESK')
    this.sent = sent
  }
}

/** Whether a request certainly never reached the desk. */
export const neverSent = (error: unknown): boolean => error instanceof NoDesk && !error.sent
