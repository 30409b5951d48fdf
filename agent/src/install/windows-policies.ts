import { chromiumLists, chromiums, firefoxKey, helped, hostsOf } from './browser-policies.ts'
import { runTool } from './run-tool.ts'

const base = 'HKLM\\Software\\Policies'
const view = '/reg:64'

/** reg.exe with these arguments; rejects where a key is not there or may not be written. */
export type Reg = (...args: string[]) => Promise<string>
/** The registry of this PC, as a 64-bit program sees it. */
export const regTool: Reg = (...args) => runTool('reg.exe', [...args, view])

interface Entry {
  name: string
  value: string
}

/** The values of a registry key, as reg.exe prints them: four spaces, name, type, value. */
export const entriesOf = (output: string, type = 'REG_SZ'): Entry[] =>
  [...output.matchAll(/^ {4}(.+?) {4}(REG_\w+) {4}(.*?)\r?$/gm)]
    .filter(([, , its]) => its === type)
    .map(([, name, , value]) => ({ name: name!, value: value! }))

const query = (reg: Reg, key: string) => reg('query', key).catch(() => undefined)
const read = async (reg: Reg, key: string) => entriesOf((await query(reg, key)) ?? '')

/** A policy's list is numbered by hand: the first number that an administrator has not used is ours. */
const add = async (reg: Reg, key: string, values: readonly string[]) => {
  for (const value of values) {
    const entries = await read(reg, key)
    if (entries.some((entry) => entry.value === value)) continue
    let number = 1
    while (entries.some(({ name }) => name === String(number))) number++
    await reg('add', key, '/v', String(number), '/t', 'REG_SZ', '/d', value, '/f')
  }
}

const remove = async (reg: Reg, key: string, values: readonly string[]) => {
  const entries = await read(reg, key)
  const ours = entries.filter(({ value }) => values.includes(value))
  for (const { name } of ours) await reg('delete', key, '/v', name, '/f').catch(() => {})
  // An empty list is no list.
  if (ours.length === entries.length) await reg('delete', key, '/f').catch(() => {})
}

const lists = chromiums.map(({ name, key }) => ({
  name,
  keys: chromiumLists.map((list) => `${base}\\${key}\\${list}`),
}))
const firefox = `${base}\\${firefoxKey}`
const firefoxList = `${firefox}\\SkipDomains`

/** What Firefox's policy says: nothing, that pages are asked about but for a list, or something of an administrator's own. */
const firefoxSays = async (reg: Reg): Promise<'nothing' | 'a list' | 'its own'> => {
  const output = await query(reg, firefox)
  if (output === undefined) return 'nothing'
  return entriesOf(output, 'REG_DWORD').some(({ name, value }) => name === 'Enabled' && Number(value) === 1)
    ? 'a list'
    : 'its own'
}

/** Nothing is left of the policy but that it is on, which is what we wrote. */
const isBare = (output: string) =>
  [...output.matchAll(/^ {4}(.+?) {4}REG_\w+ /gm)].every(([, name]) => name === 'Enabled') &&
  !/^HKEY_.*\\LocalNetworkAccess\\/m.test(output)

/** Lets the console's pages reach the agent in Chrome, Edge and Firefox. What an administrator set is left as it is. */
export const addWindowsPolicies = async (origins: readonly string[], reg: Reg = regTool): Promise<void> => {
  const pages = helped(origins)
  if (!pages.length) return
  for (const { keys } of lists) for (const key of keys) await add(reg, key, pages)
  const said = await firefoxSays(reg)
  if (said === 'its own') return
  if (said === 'nothing') await reg('add', firefox, '/v', 'Enabled', '/t', 'REG_DWORD', '/d', '1', '/f')
  await add(reg, firefoxList, hostsOf(pages))
}

/** Takes our entries out again. */
export const removeWindowsPolicies = async (origins: readonly string[], reg: Reg = regTool): Promise<void> => {
  const pages = helped(origins)
  if (!pages.length) return
  for (const { keys } of lists) for (const key of keys) await remove(reg, key, pages)
  const mine = (await read(reg, firefoxList)).some(({ value }) => hostsOf(pages).includes(value))
  if (!mine) return
  await remove(reg, firefoxList, hostsOf(pages))
  if (isBare((await query(reg, firefox)) ?? '')) await reg('delete', firefox, '/f').catch(() => {})
}

/** Browsers that will ask about one of these pages. */
export const windowsPoliciesMissing = async (origins: readonly string[], reg: Reg = regTool): Promise<string[]> => {
  const pages = helped(origins)
  const lacks = async (key: string, wanted: readonly string[]) => {
    const known = (await read(reg, key)).map(({ value }) => value)
    return wanted.some((one) => !known.includes(one))
  }
  const missing: string[] = []
  for (const { name, keys } of lists) {
    const some = await Promise.all(keys.map((key) => lacks(key, pages)))
    if (some.includes(true)) missing.push(name)
  }
  if ((await firefoxSays(reg)) !== 'its own' && (await lacks(firefoxList, hostsOf(pages)))) missing.push('Firefox')
  return missing
}
