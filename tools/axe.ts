import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Finding {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary: string }[]
}

interface Axe {
  run: (root: Document, options: object) => Promise<{ violations: Finding[] }>
}

/** What axe finds, but for the minor, as lines: rule, place, what is wrong. */
export const axeFindings = async (page: Page): Promise<string[]> => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  // What passes is not told node by node, and nothing is fetched anew: the rules that would need it are not on.
  const options = { resultTypes: ['violations'], preload: false }
  const found = await page.evaluate(
    async (given) => (await (window as unknown as { axe: Axe }).axe.run(document, given)).violations,
    options,
  )
  return found
    .filter(({ impact }) => impact !== 'minor')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary.split('\n')[1]?.trim()}`),
    )
}
