import type { Check } from './context.ts'

/** The key test's own code comes when somebody runs it: with it comes the counter's table. */
export const checkKeys: Check = async (tools) => (await import('./test-keys.ts')).testKeys(tools)
