import type { Page } from 'playwright-core'

const key = (code: string, name: string, symbol: string, number: number) => [
  { type: 'keyDown' as const, code, key: name, text: symbol, windowsVirtualKeyCode: number },
  { type: 'keyUp' as const, code, key: name, windowsVirtualKeyCode: number },
]

/**
 * A keyboard-wedge scanner: trusted key events of one burst, sent as fast as the browser takes them. `enters` = of its
 * suffix: one, none, or two of a scanner that ends a code with CR LF.
 */
export const scan = async (page: Page, text: string, enters = 1) => {
  const session = await page.context().newCDPSession(page)
  const events = [...text].flatMap((c) => key(`Digit${c}`, c, c, c.charCodeAt(0)))
  for (let i = 0; i < enters; i++) events.push(...key('Enter', 'Enter', '\r', 13))
  // The scanner's own clock, and no silence before its last key: how busy this machine is must not tear the burst.
  await page.evaluate(() => {
    performance.now = () => 0
  })
  const start = Date.now() / 1000
  await Promise.all(
    events.map((event, i) => session.send('Input.dispatchKeyEvent', { ...event, timestamp: start + i * 0.002 })),
  )
  await page.evaluate(() => Reflect.deleteProperty(performance, 'now'))
  await session.detach()
}

/**
 * What a hand types, each letter at its own ms, whatever time this machine takes for it. `seen`: what is waited for behind
 * a letter.
 */
export const hand = async (
  page: Page,
  typed: readonly (readonly [letter: string, ms: number])[],
  seen: (letter: string) => Promise<unknown> | undefined,
) => {
  const session = await page.context().newCDPSession(page)
  await page.evaluate(() => {
    performance.now = () => 0
  })
  const start = Date.now() / 1000
  for (const [letter, ms] of typed) {
    const upper = letter.toUpperCase()
    for (const event of key(`Key${upper}`, letter, letter, upper.charCodeAt(0)))
      await session.send('Input.dispatchKeyEvent', { ...event, timestamp: start + ms / 1000 })
    await seen(letter)
  }
  await page.evaluate(() => Reflect.deleteProperty(performance, 'now'))
  await session.detach()
}

/** A sign of the number pad with its lock on, as a hand presses it. */
export const pad = async (page: Page, code: string, symbol: string) => {
  const session = await page.context().newCDPSession(page)
  for (const event of key(code, symbol, symbol, 0))
    await session.send('Input.dispatchKeyEvent', { ...event, isKeypad: true })
  await session.detach()
}
