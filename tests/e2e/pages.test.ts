import { clerkRole } from '@yibao/server/seed/roles.ts'
import { menuRows } from '@yibao/shared/menu.ts'
import type { MenuRow } from '@yibao/shared/menu-row.ts'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { playHistory } from '../../tools/demo/history.ts'
import { enter, hasBrowser, visit } from './browser.ts'
import { look } from './pages/look.ts'
import { useProduct } from './setup.ts'
import { complaintsOf } from './witness.ts'

// Every page that exists over the real server, opened by its address once and looked at at a counter's 1366 px less its
// scroll bars in both themes and at a phone's 390 in the dark one: no complaint, nothing moderate for axe, nothing
// that scrolls sideways, no head of a column cut off, no name in English. With SHOTS=<folder> the test also leaves a
// picture of each.

const exists = menuRows.filter((row) => !row.of && row.path.split('/').length > 1)
const pages = exists.filter((row) => !row.public && !menuRows.some((child) => child.section === row.name))

const at = useProduct()
// A page is looked at with what a shop has on it after two months.
beforeAll(async () => {
  const { server, centre } = at.product
  await playHistory({ serverUrl: server.url, centre, say: () => {}, step: 20 })
}, 120_000)

// The least of the demo accounts that has the page: the clerk, the administrator of one area, the super administrator.
const whoOpens = ({ menuCode, hidden, denied }: MenuRow) => {
  if ((hidden && !denied) || clerkRole.menus.includes(menuCode)) return 'clerk'
  return denied === 'notSuper' ? 'admin' : 'area1'
}

describe.skipIf(!hasBrowser)('without a login', () => {
  let page: Page
  beforeAll(async () => {
    page = await at.page()
  })

  test('the login page', async () => {
    await page.goto(`${at.product.app}/login`)
    await look(page, 'login', () => page.getByLabel('用户名').waitFor())
  })

  test.each([
    ['change', '修改密码'],
    ['404', '没有这个页面'],
    ['401', '没有权限'],
    ['install-init', '安装初始化'],
    ['tools', '工具集'],
  ])('/%s', async (path, title) => {
    await page.goto(`${at.product.site}/${path}`)
    await look(page, path, () => page.getByRole('heading', { name: title }).waitFor())
  })
})

describe.skipIf(!hasBrowser).each(['clerk', 'area1', 'admin'])('%s', (who) => {
  let page: Page
  beforeAll(async () => {
    page = await at.page()
    await enter(page, at.product.app, await at.product.as(who), '/')
    await page.getByRole('main').waitFor()
    // What the first page was still asking is no complaint of the next one.
    complaintsOf(page).splice(0)
  })

  const mine = pages.filter((row) => whoOpens(row) === who)
  test.each(mine.map((row) => [row.path, row.title, row]))('%s %s', async (path, title, row) => {
    await visit(page, at.product.app + path)
    await look(page, row.name!, async () => {
      await page.getByRole('main').waitFor()
      await expect.poll(() => page.title()).toBe(`${title} - 医保云`)
      // One that has the window to itself has title and main part before its own code is there.
      if (row.alone) await page.getByRole('heading', { name: title }).waitFor()
    })
    await page.keyboard.press('Alt+w')
  })

  // Opened by their address, as a link that is old or a page that is loaded again; last, for they stand in no tab.
  test.each([
    ['404', '没有这个页面'],
    ['401', '没有权限'],
  ])('/%s in the shell', async (path, title) => {
    await page.goto(`${at.product.app}/${path}`)
    await look(page, `${path}-${who}`, async () => {
      await page.getByRole('tablist').waitFor()
      await page.getByRole('main').getByRole('heading', { name: title }).waitFor()
    })
  })
})
