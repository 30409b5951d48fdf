import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromiumLists, chromiums, firefoxPolicy, helped, hostsOf } from './browser-policies.ts'
import { unitName } from './layout.ts'

const chromiumFile = `${unitName}.json`
const firefoxFile = '/etc/firefox/policies/policies.json'

interface FirefoxPolicies {
  policies?: Record<string, unknown>
}

const readFirefox = (file: string): FirefoxPolicies => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

/** Lets the console's pages reach the agent; `at` puts another folder before the absolute paths (tests). */
export const addLinuxPolicies = (origins: readonly string[], at = ''): void => {
  const pages = helped(origins)
  if (!pages.length) return
  const lists = Object.fromEntries(chromiumLists.map((list) => [list, pages]))
  for (const folder of chromiums.flatMap(({ folders }) => folders)) {
    mkdirSync(at + folder, { recursive: true })
    writeFileSync(join(at + folder, chromiumFile), json(lists))
  }
  const file = at + firefoxFile
  const known = readFirefox(file)
  // Firefox has one file for everybody: what an administrator wrote about this is his.
  if (known.policies?.LocalNetworkAccess) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, json({ ...known, policies: { ...known.policies, ...firefoxPolicy(pages) } }))
}

/** Takes our files away, and out of Firefox's only what is ours. */
export const removeLinuxPolicies = (origins: readonly string[], at = ''): void => {
  for (const folder of chromiums.flatMap(({ folders }) => folders))
    rmSync(join(at + folder, chromiumFile), { force: true })
  const file = at + firefoxFile
  const known = readFirefox(file)
  const ours = json(firefoxPolicy(helped(origins)).LocalNetworkAccess)
  if (!existsSync(file) || json(known.policies?.LocalNetworkAccess) !== ours) return
  const { LocalNetworkAccess: _, ...rest } = known.policies ?? {}
  if (Object.keys(rest).length === 0 && Object.keys(known).length === 1) rmSync(file)
  else writeFileSync(file, json({ ...known, policies: rest }))
}

/** Browsers that will ask about one of these pages. */
export const linuxPoliciesMissing = (origins: readonly string[], at = ''): string[] => {
  const pages = helped(origins)
  const lacks = (known: readonly string[] | undefined, wanted: readonly string[]) =>
    wanted.some((one) => !known?.includes(one))
  const listIn = (folder: string): Record<string, string[]> => {
    const file = join(at + folder, chromiumFile)
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  }
  const asking = chromiums.filter(({ folders }) =>
    folders.some((folder) => chromiumLists.some((list) => lacks(listIn(folder)[list], pages))),
  )
  const names = asking.map(({ name }) => name)
  const said = readFirefox(at + firefoxFile).policies?.LocalNetworkAccess as
    | { Enabled?: boolean; SkipDomains?: string[] }
    | undefined
  // An administrator who switched it off is asked nothing either.
  const asks = said === undefined || said.Enabled === true
  return asks && lacks(said?.SkipDomains, hostsOf(pages)) ? [...names, 'Firefox'] : names
}
