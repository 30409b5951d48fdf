import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export interface Missing {
  what: string
  why: string
  /** Set by .ci/run when the package mirror itself refused the package: only then may a strict run go on without it. */
  refusedByMirror?: boolean
}

const executable = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** First of `names` found on PATH, as an absolute path; undefined when there is none. */
export const which = (...names: string[]): string | undefined => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(executable)
}

/** The browser that e2e tests drive: CHROMIUM, then PATH, then the usual places; undefined when none is installed. */
export const findBrowser = (): string | undefined =>
  [
    process.env.CHROMIUM,
    // The same engine without a desktop around it: a third less work for the same page.
    which('chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'microsoft-edge'),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ].find((path) => path !== undefined && existsSync(path))

/** A PostgreSQL server's programs (initdb, pg_ctl), where it can sort as a Chinese system does: their folder. */
export const findPostgres = (): string | undefined =>
  ['17', '16', '15']
    .map((version) => `/usr/lib/postgresql/${version}/bin`)
    .find((path) => existsSync(join(path, 'initdb')) && existsSync('/usr/share/i18n/locales/zh_CN'))

/** What the Windows executables and setup.exe are made and tried with: program, and how it is named. */
const windowsTools: [program: string, name: string][] = [
  ['wine', 'wine'],
  ['makensis', 'nsis'],
  ['osslsigncode', 'osslsigncode'],
  ['openssl', 'openssl'],
  ['i686-w64-mingw32-gcc', 'mingw'],
]

/** A 64-bit Wine alone starts, and then cannot run the 32-bit programs: setup.exe, SumatraPDF, the 32-bit host. */
const wine32 = () => existsSync('/usr/lib/i386-linux-gnu/wine/i386-windows/ntdll.dll')

/** Names of what is missing here to build for Windows; none = it can be built. */
export const missingForWindows = (): string[] => [
  ...windowsTools.filter(([program]) => which(program) === undefined).map(([, name]) => name),
  ...(wine32() ? [] : ['wine32']),
]

const refused = new Set((process.env.REFUSED_BY_MIRROR ?? '').split(',').filter(Boolean))

/** What this machine cannot run, so that `npm test` names it in its last lines instead of passing in silence. */
export const missingOnThisMachine = (): Missing[] => {
  const all: [string, boolean, string][] = [
    ['chromium', findBrowser() !== undefined, '没有浏览器，页面测试不能运行'],
    ['cc', which('cc', 'gcc', 'clang') !== undefined, '没有 C 编译器，驱动测试不能运行'],
    ['postgresql', findPostgres() !== undefined, '没有 PostgreSQL 或 locales，只在 PGlite 上测试'],
    ['cups', which('lp') !== undefined, '没有 CUPS，打印机队列测试不能运行'],
    ['pdftotext', which('pdftotext') !== undefined, '没有 poppler-utils，小票文字不能核对'],
    ...windowsTools.map(([program, name]): [string, boolean, string] => [
      name,
      which(program) !== undefined,
      `没有 ${name}，Windows 安装程序不能构建和测试`,
    ]),
    ['wine32', wine32(), '没有 32 位的 Wine，Windows 安装程序不能测试'],
  ]
  return all.filter(([, ok]) => !ok).map(([what, , why]) => ({ what, why, refusedByMirror: refused.has(what) }))
}
