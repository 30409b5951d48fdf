import { type Browser, chromium } from 'playwright-core'
import { findBrowser } from '../../tools/machine.ts'

export const browserPath = findBrowser()

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  // Pages of a test live for seconds, in which code that is compiled once more for speed never pays.
  '--js-flags=--no-maglev --no-turbofan',
]

/** The machine's own Chromium, for the tests of a file. */
export const openBrowser = (...more: string[]): Promise<Browser> =>
  chromium.launch({ executablePath: browserPath!, args: [...flags, ...more] })
