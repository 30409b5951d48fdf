import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ProgressBar } from './progress-dialog.tsx'

/** How the bar stands, and what it says at its end. */
const bar = (standing: Partial<Parameters<typeof ProgressBar>[0]>) => {
  const all = { title: '逐日核对', percentage: 100, finished: false, over: true, ...standing }
  const html = renderToStaticMarkup(<ProgressBar {...all} />)
  return [/ant-progress-status-(\w+)/.exec(html)?.[1], html.includes('还要处理')]
}

test('only what was done as a whole ends full and green; what is left for a person is said at the bar', () => {
  expect(bar({ percentage: 40, over: false })).toEqual(['active', false])
  expect(bar({ finished: true })).toEqual(['success', false])
  expect(bar({})).toEqual(['normal', true])
  expect(bar({ percentage: 60, error: '核对中断' })).toEqual(['exception', false])
})
