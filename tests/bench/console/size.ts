import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { menuRows } from '@yibao/shared/menu.ts'
import { build, type Rolldown } from 'vite'
import { root } from '../../../tools/root.ts'

type Chunk = Rolldown.OutputChunk

const home = join(root, 'console')
const kib = (content: string | Uint8Array) => gzipSync(content, { level: 9 }).length / 1024

/** The console as it is built for people, in memory; nothing is written. */
const builtConsole = async (): Promise<Rolldown.OutputBundle[string][]> => {
  // A test runner's NODE_ENV would give React's development build.
  const { NODE_ENV } = process.env
  process.env.NODE_ENV = 'production'
  try {
    const made = await build({
      root: home,
      configFile: join(home, 'vite.config.ts'),
      logLevel: 'error',
      build: { write: false },
    })
    if (!('output' in made)) throw new Error('one bundle was expected')
    return made.output
  } finally {
    process.env.NODE_ENV = NODE_ENV
  }
}

/**
 * Pages that are no list, which the budget is for: the first day's steps are opened once, settings hold every input, a
 * report has tiles and a table of its own beside a list's filters.
 */
export const notLists = new Set([
  'install-init',
  'initialization',
  'tools',
  'system-manager/system-config',
  'system-manager/medical-security-config',
  'report-management/fund-pay-report',
  'report-management/medical-insurance-report',
  'report-management/medical-outprovinceapply-report',
  'report-management/month-collect-report',
])

/** A part of a page that is read later is no page. */
const paths = new Set(menuRows.map(({ path }) => path.slice(1)))

export interface PageSize {
  /** Path below pages, without .tsx. */
  path: string
  /** KiB of its own chunk. */
  own: number
  /** KiB a person waits for who opens it first after the shell, its own chunk included. */
  added: number
}

export interface ConsoleSizes {
  login: number
  shell: number
  pages: PageSize[]
  /** All style sheets as the one file that the reference measures: in parts a person loads only some of them. */
  css: number
  /** The charts; 0 while no page has one. */
  charts: number
  /** Chunks that need each other: which of them runs first is chance, and something in the other is undefined then. */
  circles: string[]
  /** Chunks other than the charts' own with a module of theirs in it. */
  chartsElsewhere: string[]
}

/** Sizes of the built console in KiB of gzip -9: what the browser must have before it can show something (console.md 5.5). */
export const consoleSizes = async (): Promise<ConsoleSizes> => {
  const output = await builtConsole()
  const chunks = new Map(output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])))
  const all = [...chunks.values()]
  const holding = (module: string): Chunk => {
    const found = all.find(({ moduleIds }) => moduleIds.includes(join(home, 'src', module)))
    if (!found) throw new Error(`${module} is in no chunk`)
    return found
  }
  const needed = ({ fileName }: Chunk, seen: Set<string>): Set<string> => {
    if (seen.has(fileName)) return seen
    seen.add(fileName)
    for (const name of chunks.get(fileName)!.imports) needed(chunks.get(name)!, seen)
    return seen
  }
  const circles: string[] = []
  const over = new Set<string>()
  const walk = (name: string, path: readonly string[]) => {
    if (path.includes(name)) circles.push([...path.slice(path.indexOf(name)), name].join(' > '))
    if (over.has(name) || path.includes(name)) return
    for (const next of chunks.get(name)!.imports) walk(next, [...path, name])
    over.add(name)
  }
  for (const { fileName } of all) walk(fileName, [])
  const packed = new Map(all.map(({ fileName, code }) => [fileName, kib(code)]))
  const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + packed.get(name)!, 0)

  const login = needed(holding('main.tsx'), new Set())
  const shell = ['shell/app.tsx', 'pages/dashboard.tsx'].reduce(
    (seen, one) => needed(holding(one), seen),
    new Set(login),
  )
  const folder = join(home, 'src', 'pages')
  const pages = all
    .filter(({ facadeModuleId, fileName }) => facadeModuleId?.startsWith(folder) && !shell.has(fileName))
    .map((chunk): PageSize => {
      const seen = needed(chunk, needed(holding('kit/antd-frame.tsx'), new Set(shell)))
      const path = chunk.facadeModuleId!.slice(folder.length + 1).replace(/\.tsx?$/, '')
      return { path, own: packed.get(chunk.fileName)!, added: sum(seen) - sum(shell) }
    })
    .filter(({ path }) => paths.has(path))
  const hasCharts = all.filter(({ moduleIds }) => moduleIds.some((id) => /node_modules\/(echarts|zrender)\//.test(id)))
  const css = kib(
    output
      .flatMap((one) => (one.type === 'asset' && one.fileName.endsWith('.css') ? [String(one.source)] : []))
      .join(''),
  )
  return {
    login: sum(login),
    shell: sum(shell),
    pages,
    css,
    circles,
    charts: hasCharts
      .filter(({ name }) => name === 'echarts')
      .reduce((total, { fileName }) => total + packed.get(fileName)!, 0),
    chartsElsewhere: hasCharts.filter(({ name }) => name !== 'echarts').map(({ fileName }) => fileName),
  }
}
