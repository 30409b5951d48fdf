import type { AllHandlers } from '../mount.ts'

/** Every call's handler by domain; a domain that is missing here is not mounted. */
export const allHandlers: Partial<AllHandlers> = {}
