// setup.exe hands its own options on: /SERVER=https://… and so on, as Windows administrators write them.

const names: Record<string, string> = {
  ENROLL: '--enrol',
  SERVER: '--server',
  CONSOLE: '--console',
  PORT: '--port',
  SIMULATE: '--simulate',
}
const flags: Record<string, string> = { KEEPDATA: '--keep-data' }

/** The command line's own options for setup's; /S, /D= and what nobody knows are the installer's. */
export const fromSetupOptions = (args: readonly string[]): string[] =>
  args.flatMap((arg) => {
    const [, name = '', value = ''] = /^\/([A-Za-z]+)=(.*)$/s.exec(arg) ?? []
    const key = name.toUpperCase()
    if (names[key]) return [names[key], value]
    if (flags[key]) return value === '0' ? [] : [flags[key]]
    // A folder on Linux starts with a slash too, but only an option's value is one.
    return /^(\/[A-Za-z]+$|\/D=|_\?=)/.test(arg) && process.platform === 'win32' ? [] : [arg]
  })
