import type { Page } from 'playwright-core'

/** Keeps what a page asks for at this address (a call, a part of the console's code) from coming until the answer is called. */
export const heldBack = async (page: Page, url: string | RegExp): Promise<() => void> => {
  let come = () => {}
  const called = new Promise<void>((resolve) => {
    come = resolve
  })
  await page.route(url, async (route) => {
    await called
    await route.fallback()
  })
  return come
}
