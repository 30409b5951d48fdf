import { isLocal } from './origins.ts'

// What keeps a browser from asking the clerk whether the console may reach the agent (agent.md 3.5). Both of Chromium's
// names are set: the narrower one came later, and an older browser knows only the other.

/** Lists of origins under a key of policies. */
export const chromiumLists = ['LoopbackNetworkAllowedForUrls', 'LocalNetworkAccessAllowedForUrls'] as const

interface Browser {
  name: string
  /** Below HKLM\Software\Policies. */
  key: string
  /** Folder of managed policies on Linux. */
  folders: string[]
}

export const chromiums: Browser[] = [
  {
    name: 'Chrome',
    key: 'Google\\Chrome',
    folders: ['/etc/opt/chrome/policies/managed', '/etc/chromium/policies/managed'],
  },
  { name: 'Edge', key: 'Microsoft\\Edge', folders: ['/etc/opt/edge/policies/managed'] },
]

/** Firefox asks by host, and minds the list only where the policy itself is on. */
export const firefoxKey = 'Mozilla\\Firefox\\LocalNetworkAccess'
/** Firefox's policy that lets these origins reach this PC without asking. */
export const firefoxPolicy = (origins: readonly string[]) => ({
  LocalNetworkAccess: { Enabled: true, SkipDomains: hostsOf(origins) },
})
/** Their hosts, each once: Firefox knows no ports here. */
export const hostsOf = (origins: readonly string[]): string[] => [
  ...new Set(origins.map((one) => new URL(one).hostname)),
]

/** Origins a policy can help: https pages of another machine. A plain http page is refused whatever the policy says. */
export const helped = (origins: readonly string[]): string[] =>
  origins.filter((origin) => origin.startsWith('https://') && !isLocal(origin))
