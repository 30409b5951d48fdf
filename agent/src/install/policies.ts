import type { Settings } from './settings.ts'

/** Lets the pages of these settings reach the agent; one person's own installation may not say so for the machine. */
export const addPolicies = async ({ scope, consoleOrigins }: Settings): Promise<void> => {
  if (scope !== 'system') return
  if (process.platform === 'win32') await (await import('./windows-policies.ts')).addWindowsPolicies(consoleOrigins)
  else (await import('./linux-policies.ts')).addLinuxPolicies(consoleOrigins)
}

/** Takes the browsers' policies away that an installation for all users has set. */
export const removePolicies = async ({ scope, consoleOrigins }: Settings): Promise<void> => {
  if (scope !== 'system') return
  if (process.platform === 'win32') await (await import('./windows-policies.ts')).removeWindowsPolicies(consoleOrigins)
  else (await import('./linux-policies.ts')).removeLinuxPolicies(consoleOrigins)
}

/** Browsers whose policy lacks one of our pages, by name. */
export const policiesMissing = async ({ consoleOrigins }: Settings): Promise<string[]> =>
  process.platform === 'win32'
    ? (await import('./windows-policies.ts')).windowsPoliciesMissing(consoleOrigins)
    : (await import('./linux-policies.ts')).linuxPoliciesMissing(consoleOrigins)
