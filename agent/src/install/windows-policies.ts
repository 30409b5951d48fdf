import { chromiumLists, chromiums, firefoxKey, helped, hostsOf } from './browser-policies.ts'
import { runTool, tryTool } from './run-tool.ts'

const base = 'HKLM\\Software\\Policies'
const view = '/reg:64'

interface Entry {
  name: string
  value: string
}

/** The texts of a registry key, as reg.exe prints them: four spaces, name, type, value. */
export const entriesOf = (output: string): Entry[] =>
  [...output.matchAll(/^ {4}(.+?) {4}REG_SZ {4}(.*?)\r?$/gm)].map(([, name, value]) => ({ name: name!, value: value! }))

const read = async (key: string) => entriesOf((await tryTool('reg.exe', ['query', key, view])) ?? '')

/** A policy's list is numbered by hand: the first number that an administrator has not used is ours. */
const add = async (key: string, values: readonly string[]) => {
  for (const value of values) {
    const entries = await read(key)
    if (entries.some((entry) => entry.value === value)) continue
    let number = 1
    while (entries.some(({ name }) => name === String(number))) number++
    await runTool('reg.exe', ['add', key, '/v', String(number), '/t', 'REG_SZ', '/d', value, '/f', view])
  }
}

const remove = async (key: string, values: readonly string[]) => {
  const entries = await read(key)
  const ours = entries.filter(({ value }) => values.includes(value))
  for (const { name } of ours) await tryTool('reg.exe', ['delete', key, '/v', name, '/f', view])
  // An empty list is no list.
  if (ours.length === entries.length) await tryTool('reg.exe', ['delete', key, '/f', view])
  return ours.length === entries.length
}

const lists = chromiums.flatMap(({ key }) => chromiumLists.map((list) => `${base}\\${key}\\${list}`))
const firefox = `${base}\\${firefoxKey}`

/** Lets the console's pages reach the agent in Chrome, Edge and Firefox. What an administrator set is left as it is. */
export const addWindowsPolicies = async (origins: readonly string[]): Promise<void> => {
  const pages = helped(origins)
  if (!pages.length) return
  for (const list of lists) await add(list, pages)
  await runTool('reg.exe', ['add', firefox, '/v', 'Enabled', '/t', 'REG_DWORD', '/d', '1', '/f', view])
  await add(`${firefox}\\SkipDomains`, hostsOf(pages))
}

/** Takes our entries out again. */
export const removeWindowsPolicies = async (origins: readonly string[]): Promise<void> => {
  const pages = helped(origins)
  if (!pages.length) return
  for (const list of lists) await remove(list, pages)
  if (await remove(`${firefox}\\SkipDomains`, hostsOf(pages))) await tryTool('reg.exe', ['delete', firefox, '/f', view])
}

export const windowsPoliciesSet = async (origins: readonly string[]): Promise<boolean> => {
  const known = await Promise.all(lists.map(read))
  return helped(origins).every((page) => known.every((entries) => entries.some(({ value }) => value === page)))
}
