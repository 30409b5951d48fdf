import type { Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'

interface Toast {
  /** `good`, `harm`, `warn` or `note`, as its colour is */
  tone: string
  text: string
}

interface Seen {
  /** errors of its scripts and of its console */
  complaints: string[]
  /** method, path and status of its calls */
  calls: string[]
  /** every toast there was and no test asked for yet, also those of an earlier document */
  toasts: Toast[]
}

const seen = new WeakMap<Page, Seen>()
const open = new Set<Page>()

/** What a page complained about: errors of its scripts and of its console. */
export const complaintsOf = (page: Page): string[] => seen.get(page)!.complaints

// Runs in the page.
const reportToasts = () => {
  const tell = (window as unknown as { toastSeen: (toast: Toast) => void }).toastSeen
  new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes)
        if (node instanceof HTMLElement && node.matches('[role=status] > [data-tone]'))
          tell({ tone: node.dataset.tone!, text: node.lastChild!.textContent! })
  }).observe(document, { childList: true, subtree: true })
}

/** Remembers what happens on a page from now on. */
export const watch = async (page: Page): Promise<void> => {
  const { complaints, calls, toasts }: Seen = { complaints: [], calls: [], toasts: [] }
  seen.set(page, { complaints, calls, toasts })
  open.add(page)
  page.on('close', () => open.delete(page))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    // A page that is left while its line for events is being opened: the browser says so by itself.
    const left = /\/socket\.io\/.* closed before the connection is established/.test(message.text())
    if (message.type() === 'error' && !left) complaints.push(message.text())
  })
  page.on('requestfinished', async (request) => {
    if (!['fetch', 'xhr'].includes(request.resourceType())) return
    const status = (await request.response().catch(() => null))?.status()
    calls.push(`${request.method()} ${new URL(request.url()).pathname} ${status ?? ''}`)
  })
  page.on('requestfailed', (request) => {
    calls.push(`${request.method()} ${new URL(request.url()).pathname} ${request.failure()?.errorText ?? ''}`)
  })
  await page.exposeFunction('toastSeen', (toast: Toast) => void toasts.push(toast))
  await page.addInitScript(reportToasts)
}

/**
 * Waits until there was a toast, of this tone where one is named, whose text has or matches `text`, and gives the text.
 * A toast stays for 3 s: a test that is busy longer never sees it on the page. Each is found once.
 */
export const said = async (page: Page, text: string | RegExp, tone?: string): Promise<string> => {
  const { toasts } = seen.get(page)!
  const fits = (toast: Toast) =>
    (!tone || toast.tone === tone) && (typeof text === 'string' ? toast.text.includes(text) : text.test(toast.text))
  await expect.poll(() => toasts.find(fits)).toBeDefined()
  return toasts.splice(toasts.findIndex(fits), 1)[0]!.text
}

const told = async (page: Page): Promise<string> => {
  const text = await page
    .evaluate(() => document.body.innerText)
    .catch((fault: unknown) => `no text: ${(fault as Error).message}`)
  const { complaints, calls, toasts } = seen.get(page)!
  return [page.url(), text, ...toasts.map((toast) => toast.text), ...calls.slice(-15), ...complaints].join('\n')
}

/**
 * A failure on a machine nobody can look at is understood from what the pages showed and asked. It is told in the
 * failure's own message: what is printed while tests run stands a thousand lines before the summary.
 */
export const witnessFailures = (): void =>
  afterEach(async ({ task }) => {
    const error = task.result?.errors?.at(0)
    if (error) error.message += (await Promise.all([...open].map(told))).map((page) => `\n\n▶ ${page}`).join('')
  })
