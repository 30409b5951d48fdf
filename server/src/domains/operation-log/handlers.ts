import type { operationLog } from '@yibao/shared/calls/operation-log.ts'
import type { Handlers } from '../../call/mount.ts'
import { operationOf, operationRows } from './operations.ts'

export const operationLogHandlers: Handlers<typeof operationLog> = {
  paged: (filters, c) => operationRows.page(c, filters),
  get: ({ id }, c) => operationOf(c, id),
}
