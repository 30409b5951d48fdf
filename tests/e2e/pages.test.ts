import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { clerkRole } from '@yibao/server/database/seed/roles.ts'
import { canonical, type MenuRow, menuRows } from '@yibao/shared/menu.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser, signIn } from './browser.ts'
import { useProduct } from './setup.ts'
import { complaintsOf } from './witness.ts'

// Every page that exists, in both themes, over the real server: it opens without a complaint, and axe finds nothing
// serious, and nothing scrolls sideways, at a counter's 1366 px and a phone's 390: a width does not depend on the
// theme, so each has one. With SHOTS=<folder> the test also leaves a picture of each.

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
const axeSource = readFileSync(axeFile, 'utf8')
const shots = process.env.SHOTS

interface Finding {
  id: string
  impact: string
  nodes: { target: string[]; failureSummary: string }[]
}

/** Serious and critical findings, as lines: rule, place, what is wrong. */
const findings = async (page: Page): Promise<string[]> => {
  await page.evaluate(axeSource)
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run: (root: Document) => Promise<{ violations: Finding[] }> } }
    return (await axe.run(document)).violations
  })
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} ${target.join(' ')} ${failureSummary.split('\n')[1]?.trim()}`),
    )
}

/** What scrolls sideways, as lines: the page itself or a part of it. Tabs may: there are as many as a person opens. */
const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.body.querySelectorAll<HTMLElement>('*')]
      .filter((one) => one === document.documentElement || /auto|scroll/.test(getComputedStyle(one).overflowX))
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0 && !one.closest('[role=tablist]'))
      .map((one) => `${one.tagName} ${one.getAttribute('class') ?? ''} ${one.scrollWidth} > ${one.clientWidth}`),
  )

/** Waits until nothing fades or slides any more; what turns for ever is no such thing. */
const still = (page: Page): Promise<void> =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          document.getAnimations().filter((one) => {
            const { endTime } = one.effect!.getComputedTiming()
            return one.playState === 'running' && endTime !== Number.POSITIVE_INFINITY
          }).length,
      ),
    )
    .toBe(0)

const exists = menuRows.filter((row) => !row.of && canonical(row).page !== 'later' && row.path.split('/').length > 1)
const pages = exists.filter((row) => !row.public && !menuRows.some((child) => child.section === row.name))

const at = useProduct()

// The least of the demo accounts that has the page: the clerk, the administrator of one area, the super administrator.
const whoOpens = ({ menuCode, hidden, denied }: MenuRow) => {
  if (hidden || clerkRole.menus.includes(menuCode)) return 'clerk'
  return denied === 'notSuper' ? 'admin' : 'area1'
}

const enter = async (page: Page, who: string) => {
  // A file of the same site: no console is running here that could go somewhere by itself meanwhile.
  await page.goto(`${at.product.app}/config.json`)
  await page.evaluate(() => {
    localStorage.removeItem('token')
    sessionStorage.clear()
  })
  await signIn(page, at.product.app, who)
  if (who === 'clerk') return
  const dialog = page.getByRole('dialog', { name: '切换区划' })
  const choose = dialog.getByRole('combobox')
  // One area is taken by itself, several are asked for (SPEC 4); either way the page is opened anew.
  const place = page.getByText(/苏州市 320500|南京市 320100|长沙市 430100/).first()
  if (who === 'area1') return place.waitFor()
  await choose.click()
  await page
    .locator('.ant-select-dropdown:visible')
    .getByText(/苏州市/)
    .click()
  await dialog.getByRole('button', { name: /^切\s?换$/ }).click()
  await place.waitFor()
}

const looks = [
  ['light', 1366],
  ['dark', 390],
] as const

describe.skipIf(!hasBrowser).each(looks)('%s, %d px', (theme, width) => {
  let page: Page

  beforeAll(async () => {
    page = await at.page({ viewport: { width, height: 768 } })
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme)
  }, 60_000)

  const look = async (name: string) => {
    await page.waitForLoadState('networkidle')
    await still(page)
    if (shots) {
      mkdirSync(shots, { recursive: true })
      await page.screenshot({ path: join(shots, `${name}-${theme}-${width}.png`) })
    }
    expect(await sideways(page)).toEqual([])
    // What an answer changes fades over: a fault stays, a colour on its way to another one does not.
    await expect.poll(() => findings(page)).toEqual([])
    expect(complaintsOf(page).splice(0)).toEqual([])
  }

  test('the login page', async () => {
    await page.goto(`${at.product.app}/login`)
    await page.getByLabel('用户名').waitFor()
    await look('login')
  })

  test.each([
    ['install-init', '安装初始化'],
    ['tools', '工具集'],
  ])('/%s, without a login', async (path, title) => {
    await page.goto(`${at.product.site}/${path}`)
    await page.getByRole('heading', { name: title }).waitFor()
    await look(path)
  })

  let signedIn = ''
  test.each(pages.map((row) => [row.path, row.title, row]))('%s %s', async (path, title, row) => {
    const { name } = row
    const who = whoOpens(row)
    if (who !== signedIn) await enter(page, who)
    // What the page before was still asking when its session was taken away is no complaint of this one.
    if (who !== signedIn) complaintsOf(page).splice(0)
    signedIn = who
    await page.goto(`${at.product.app}${path}`)
    await page.getByRole('main').waitFor()
    await expect.poll(() => page.title()).toBe(`${title} - 医保云`)
    await look(name!)
  })
})
