import type { AllHandlers } from '../mount.ts'
import { authHandlers } from './auth/handlers.ts'
import { roleHandlers, userHandlers } from './auth/person-handlers.ts'
import { agentHandlers } from './organisation/agent-handlers.ts'
import { districtHandlers, ybConfigHandlers } from './organisation/handlers.ts'
import {
  continuationHandlers,
  dictionaryHandlers,
  errorLogHandlers,
  progressHandlers,
  qrCodeHandlers,
} from './system/handlers.ts'

/** Every call's handlers by domain; a domain that is missing here is not mounted. */
export const allHandlers: Partial<AllHandlers> = {
  auth: authHandlers,
  user: userHandlers,
  role: roleHandlers,
  errorLog: errorLogHandlers,
  dictionary: dictionaryHandlers,
  district: districtHandlers,
  ybConfig: ybConfigHandlers,
  progress: progressHandlers,
  agent: agentHandlers,
  continuation: continuationHandlers,
  qrCode: qrCodeHandlers,
}
