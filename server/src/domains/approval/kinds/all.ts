import type { ApprovalKind } from '../tables.ts'
import { clearing } from './clearing.ts'
import { difference } from './difference.ts'
import type { Kind } from './kind.ts'
import { reversal } from './reversal.ts'
import { undo } from './undo.ts'

/** What can be asked for at a distance. Another call is another row: its own file beside these. */
export const kinds: Record<ApprovalKind, Kind> = { reversal, undo, difference, clearing }
