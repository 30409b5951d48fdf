import type { Call } from '@yibao/shared/call.ts'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { type Envelope, envelope } from '@yibao/shared/envelope.ts'
import type { Page, Route } from 'playwright-core'
import { expect } from 'vitest'
import type { Centre } from '../../../tools/centre.ts'
import { said } from '../witness.ts'

/** The page in front, and what stands behind it. */
export interface Stage {
  page: Page
  centre: Centre
}

const addressOf = ({ path }: Pick<Call, 'path'>) => `**/prod-api${path.replace(/:\w+/g, '*')}*`

/** What happens to a call of the page on its way. */
export const onCall = (page: Page, call: Pick<Call, 'path'>, happens: (route: Route) => unknown) =>
  page.route(addressOf(call), (route) => happens(route))

/** The call reaches the real server as another one: its refusal comes back to a page that can do nothing about it. */
export const as =
  (call: Pick<Call, 'path'>, input: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  (route: Route) => {
    const url = new URL(route.request().url())
    const path = `/prod-api${call.path}`
    const get = route.request().method() === 'GET'
    const query = get ? `?${new URLSearchParams(Object.entries(input).map(([k, v]) => [k, String(v)]))}` : ''
    return route.continue({
      url: `${url.origin}${path}${query}`,
      headers: { ...route.request().headers(), ...headers },
      ...(get ? {} : { postData: JSON.stringify(input) }),
    })
  }

/** The transport answers, with an envelope that our own server never sends. */
export const answering = (part: Partial<Envelope>) => (route: Route) => route.fulfill({ json: envelope(part) })

/** 签到 of the page: the one call that every row of the table goes through. */
export const trigger: Call = signIn.do
export const press = ({ page }: Stage) => page.getByRole('button', { name: /^签\s?到$/ }).click()

/** ms a toast stays (SPEC 9). */
const stays = { success: 3000, error: 5000 } as const

/** A toast says exactly this, and is gone after its time. */
export const toast = async ({ page }: Stage, text: string | RegExp, kind: keyof typeof stays) => {
  const heard = await said(page, text, kind === 'error' ? 'harm' : 'good')
  if (typeof text === 'string') expect(heard).toBe(text)
  await page.clock.fastForward(stays[kind])
  await page.locator('[role=status] > [data-tone]').filter({ hasText: text }).waitFor({ state: 'detached' })
}

/** The login page says it, and this browser holds no token any more. */
export const atLogin = async ({ page }: Stage, text: string | RegExp) => {
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  await expect.poll(() => page.getByRole('alert').innerText()).toMatch(text)
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
}
