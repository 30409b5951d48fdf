import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from '../../tools/machine.ts'

// Apart from browser.ts: what watches a test's pages belongs to vitest, and the benches run without it.

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

/** The machine's own Chromium; undefined where there is none (`npm test` names it as skipped). */
export const hasBrowser = findBrowser() !== undefined

export const openBrowser = (...more: string[]): Promise<Browser> =>
  chromium.launch({ executablePath: findBrowser()!, args: [...flags, ...more] })
