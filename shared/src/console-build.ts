// Which build of the console somebody serves: its index.html says so, every answer to the console repeats it, and a
// console that runs an older one can tell its person (SPEC's version; no timer asks for it).

/** Header of every /prod-api answer: the build that is served now, by whoever serves the console it goes to. */
export const CONSOLE_BUILD_HEADER = 'x-console-build'

/** Name of the meta element in which the build writes its number, unix ms of the build. */
export const BUILD_META = 'build'

const pattern = new RegExp(`<meta name="${BUILD_META}" content="(\\d+)"`)

/** The build an index.html belongs to; undefined where it does not say. */
export const buildOf = (html: string): string | undefined => pattern.exec(html)?.[1]
