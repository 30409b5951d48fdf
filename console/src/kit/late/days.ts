import { late } from './late.tsx'
import { unreadDay, unreadRange } from './unread-input.tsx'

// Inputs of days: their calendar is the largest part of antd.

export const DayInput = late(async () => ({ default: (await import('../form/day-input.tsx')).DayInput }), unreadDay)
export const DayRange = late(async () => ({ default: (await import('../list/day-range.tsx')).DayRange }), unreadRange)
