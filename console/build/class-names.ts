import { basename } from 'node:path'

/**
 * Names classes after themselves and their style sheet, `band_message-line`: a name that says where it stands, and a KiB
 * less than one with a hash in it. Ends the build where two sheets have one name.
 */
export const classNames = () => {
  const sheets = new Map<string, string>()
  return (name: string, path: string): string => {
    const file = path.replace(/\?.*$/s, '')
    const sheet = basename(file, '.module.css')
    const known = sheets.get(sheet) ?? file
    if (known !== file) throw new Error(`two style sheets are named ${sheet}.module.css: ${known} and ${file}`)
    sheets.set(sheet, file)
    return `${name}_${sheet}`
  }
}
