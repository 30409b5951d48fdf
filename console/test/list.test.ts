import { envelope } from '@yibao/shared/envelope.ts'
import type { Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { opened } from '../../tools/opened.ts'
import { browserPath, openConsole } from './browser.ts'
import { heldBack } from './held-back.ts'
import { over } from './over.ts'
import { orderRow } from './samples.ts'

// A list, whole, on a page that has it all: what a person asks of a table, and what reaches the server of it.

describe.skipIf(!browserPath)('a list in a browser', () => {
  let page: Page
  const asked: Record<string, string>[] = []
  const posted: [string, Record<string, unknown>][] = []
  const last = () => asked.at(-1) ?? {}
  const app = opened(openConsole)
  beforeAll(async () => {
    page = await app.newPage()
    page.on('request', (request: Request) => {
      const url = new URL(request.url())
      if (url.pathname.endsWith('/Order/Paged')) asked.push(Object.fromEntries(url.searchParams))
      const call = url.pathname.split('/api/')[1] ?? ''
      if (/UiTable|SavedFilter\/Save/.test(call) && request.method() === 'POST')
        posted.push([call, request.postDataJSON()])
    })
    await app.enter(page, '/reconciliation/order-management', 'area')
    await page.getByText('共 37 条').waitFor()
  })

  const head = (title: string) => page.getByRole('columnheader', { name: title, exact: true })
  const heads = async () => (await page.getByRole('columnheader').allTextContents()).filter(Boolean)
  const columns = (one: Page) => one.getByRole('button', { name: '列设置' })
  const search = () => page.getByRole('button', { name: '查询' }).click()
  const reread = async () => {
    await page.reload()
    await page.getByText('共 37 条').waitFor()
  }

  test('sorts on the server by a click, goes page by page, and says both in its address', async () => {
    await head('费用总额').click()
    await expect.poll(last).toMatchObject({ sortField: 'total', sortOrder: 'ascend', page: '1', pageSize: '10' })
    await page.waitForURL('**f.sort=total**')
    await page.getByRole('listitem', { name: '2', exact: true }).click()
    await expect.poll(last).toMatchObject({ sortField: 'total', page: '2' })
    await page.waitForURL('**f.page=2**')
    await head('费用总额').click()
    await expect.poll(last).toMatchObject({ sortOrder: 'descend', page: '1' })
    await head('费用总额').click()
    await page.waitForURL((url) => !url.search.includes('f.sort'))
  })

  test('a new answer is said by its count, and not read out row by row', async () => {
    const live = () =>
      page
        .locator('tbody')
        .first()
        .evaluate((one) => one.closest('[aria-live]')?.getAttribute('aria-live') ?? 'off')
    expect(await live()).toBe('off')
    const count = page.getByRole('status').filter({ hasText: '共 37 条' })
    const said = await count.locator('span').elementHandle()
    await page.getByRole('button', { name: '刷新' }).click()
    // The same words are new nodes: they are said again.
    await expect.poll(() => said!.evaluate((one) => one.isConnected)).toBe(false)
    await count.waitFor()
  })

  test('columns are moved, sized, pinned and hidden, the rows dense or wide; all of it is there again', async () => {
    const dense = (await page.locator('tbody tr.ant-table-row').first().boundingBox())?.height ?? 0
    await columns(page).click()
    const panel = page.locator('.ant-popover:visible')
    await panel.getByRole('checkbox', { name: '险种' }).uncheck()
    await panel
      .getByRole('button', { name: '状态 上移' })
      .or(panel.getByRole('button', { name: '订单状态 上移' }))
      .click()
    await panel.getByRole('button', { name: /^姓名：不固定$/ }).click()
    await panel.getByText('宽松').click()
    await page.keyboard.press('Escape')
    const wide = async () => (await head('现金').boundingBox())?.width ?? 0
    const before = await wide()
    await head('现金').press('ArrowRight')
    await head('现金').press('ArrowRight')
    await expect.poll(wide).toBeGreaterThan(before + 10)
    const rowHeight = async () => (await page.locator('tbody tr.ant-table-row').first().boundingBox())?.height ?? 0
    const look = async () => ({
      heads: await heads(),
      wide: (await rowHeight()) > dense + 4,
      pinned: await page.locator('th.ant-table-cell-fix-start, th.ant-table-cell-fix-left').allTextContents(),
    })
    const mine = await look()
    expect(mine.heads).not.toContain('险种')
    expect(mine.wide).toBe(true)
    expect(mine.pinned.join()).toContain('姓名')
    // The last of one or more saves, as slow as the machine was: with the column that was changed last.
    const sized = expect.arrayContaining([expect.objectContaining({ key: 'cash', width: expect.any(Number) })])
    await expect
      .poll(() => posted.at(-1))
      .toMatchObject(['UiTable/Save', { tableId: 'order-management', settings: { dense: false, columns: sized } }])
    await reread()
    await expect.poll(look).toEqual(mine)
    await columns(page).click()
    await panel.getByRole('button', { name: '设为本区划默认' }).click()
    await page.getByText('已设为本区划默认').waitFor()
    expect(posted.at(-1)?.[0]).toBe('UiTable/SaveDefault')
    await panel.getByRole('button', { name: '恢复默认' }).click()
    await expect.poll(heads).toContain('险种')
    await page.keyboard.press('Escape')
  })

  test('a number is committed by Enter, a question is kept under a name and asked again by a press', async () => {
    const saved: Record<string, unknown>[] = []
    await page.route('**/api/SavedFilter/**', (route) => {
      const body = route.request().postDataJSON() as Record<string, unknown> | null
      if (body) saved.push({ ...body, id: 'f-1', mine: true, owner: '吴区管' })
      return route.fulfill({ json: envelope({ result: body ? saved.at(-1) : saved }) })
    })
    await page.getByRole('button', { name: '更多条件' }).click()
    await page.getByLabel('最小金额').fill('12')
    await page.getByLabel('最小金额').press('Enter')
    await expect.poll(last).toMatchObject({ minTotal: '12.00' })
    await page.getByRole('button', { name: '常用条件' }).click()
    await page.getByRole('menuitem', { name: '保存当前条件…' }).click()
    const form = page.getByRole('dialog', { name: '保存为常用条件' })
    await form.getByLabel('名称').fill('大额')
    await form.getByRole('button', { name: /^保\s?存$/ }).click()
    await page.getByText('已保存').waitFor()
    expect(saved[0]).toMatchObject({ name: '大额', filters: { minTotal: '12.00' } })
    await page.getByRole('button', { name: /^重\s?置$/ }).click()
    await page.waitForURL((url) => !url.search.includes('minTotal'))
    await page.locator('form').getByText('大额', { exact: true }).click()
    await page.waitForURL('**f.minTotal=12.00**')
    await page.getByRole('button', { name: /^重\s?置$/ }).click()
  })

  test('a record opened by the keyboard gives the focus back to its row; what nobody sees is no stop', async () => {
    await reread()
    const row = page.locator('tbody tr.ant-table-row').nth(1)
    await row.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => row.evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await page.locator('.ant-table-measure-row input:not([tabindex="-1"])').count()).toBe(0)
  })

  test('a page behind the last one, of an address or of rows that went away meanwhile, is the last one', async () => {
    const page = await app.newPage()
    await app.enter(page, '/reconciliation/order-management?f.page=9')
    await page.waitForURL('**f.page=4**')
    await expect.poll(() => page.locator('tbody tr[data-row-key]').count()).toBe(7)
    await page.context().close()
  })

  test('pages are turned by the keyboard, on the numbers below the list and from anywhere on the page', async () => {
    await reread()
    // Each press after what the one before it did: the pager knows its page when it is drawn.
    const drawn = (number: number) => page.locator(`.ant-pagination-item-active[title="${number}"]`).waitFor()
    await page.getByRole('listitem', { name: '3', exact: true }).press('Enter')
    await expect.poll(last).toMatchObject({ page: '3' })
    await drawn(3)
    await page.keyboard.press('Alt+PageDown')
    await expect.poll(last).toMatchObject({ page: '4' })
    await page.waitForURL('**f.page=4**')
    await drawn(4)
    // The last one: there is nothing behind it to ask for.
    const before = asked.length
    await page.keyboard.press('Alt+PageDown')
    await page.keyboard.press('Alt+PageUp')
    await page.waitForURL('**f.page=3**')
    await drawn(3)
    expect(asked.slice(before).map(({ page: number }) => number)).not.toContain('5')
    for (const number of [2, 1]) {
      await page.keyboard.press('Alt+PageUp')
      await drawn(number)
    }
    await page.waitForURL((url) => !url.search.includes('f.page'))
  })

  test('a tree beside a list: arrows keep the node in sight, typing finds, the arrow down goes back in', async () => {
    const beside = await app.newPage()
    const types = Array.from({ length: 60 }, (_, i) => ({
      codeType: `type_${i}`,
      name: i === 59 ? '名称很长很长很长很长的一种字典类型䶮𠮷' : `类型${i}`,
      items: i,
    }))
    await beside.route('**/api/Dictionary/CodeTypes**', (route) => route.fulfill({ json: envelope({ result: types }) }))
    await app.enter(beside, '/menu-manager/dictionary', 'area')
    const tree = beside.getByRole('tree')
    const find = beside.getByRole('textbox', { name: '查找字典类型' })
    await beside.getByRole('treeitem').first().waitFor()
    await find.press('ArrowDown')
    await beside.keyboard.press('End')
    const longest = beside.getByRole('treeitem').filter({ hasText: 'type_59' })
    // In sight, on one line like every other, whole under the pointer.
    const box = (one: typeof tree) => one.evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect)
    const frame = await box(tree.locator('xpath=ancestor::*[contains(@class, "tree") or contains(@class, "flat")][1]'))
    await expect.poll(async () => (await box(longest)).bottom).toBeLessThanOrEqual(frame.bottom + 1)
    expect((await box(longest)).height).toBe((await box(beside.getByRole('treeitem').first())).height)
    await expect.poll(() => longest.locator('[title]').getAttribute('title')).toMatch(/䶮𠮷（59） type_59$/)
    await beside.keyboard.press('Space')
    await beside.getByRole('treeitem', { selected: true }).filter({ hasText: 'type_59' }).waitFor()
    await beside.keyboard.type('type_42')
    await expect.poll(() => find.inputValue()).toBe('type_42')
    await expect.poll(() => beside.getByRole('treeitem').count()).toBe(1)
    await beside.keyboard.press('ArrowDown')
    await beside.keyboard.press('Space')
    await beside.getByRole('treeitem', { selected: true }).filter({ hasText: 'type_42' }).waitFor()
    await beside.context().close()
  })

  test('above 50 rows a page only those in view are in the document', async () => {
    const rows = Array.from({ length: 100 }, (_, i) => orderRow(i))
    await page.route('**/api/Order/Paged**', (route) =>
      route.fulfill({ json: envelope({ result: { items: rows, total: 100, totalIsBound: false } }) }),
    )
    await page
      .getByRole('combobox', { name: /页码|每页|条\/页/ })
      .last()
      .click()
    await page.locator('.ant-select-dropdown:visible').getByText('100 条/页').click()
    await expect.poll(last).toMatchObject({ pageSize: '100' })
    const body = page.locator('.ant-table-body')
    const shown = body.locator('tr.ant-table-row')
    await expect.poll(() => shown.count()).toBeGreaterThan(5)
    expect(await shown.count()).toBeLessThan(60)
    // Every column stands below its head, the fixed ones too.
    const lefts = (cells: string) =>
      page.locator(cells).evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().left)))
    const apart = async () => {
      const [cells, heads] = [await lefts('.ant-table-body tr:nth-child(1) > td'), await lefts('.ant-table-thead th')]
      return cells.filter((left, i) => left !== heads[i])
    }
    await expect.poll(apart).toEqual([])
    // By the keyboard to the last row, which opens as any other; a row that stays on the way is the same element.
    const kept = await shown.nth(10).elementHandle()
    await body.focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => body.evaluate((one) => one.scrollTop)).toBeGreaterThan(0)
    expect(await kept!.evaluate((one) => one.isConnected)).toBe(true)
    await page.keyboard.press('End')
    const lastRow = shown.and(page.locator(`[data-row-key="${rows.at(-1)!.id}"]`))
    await lastRow.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await expect.poll(() => lastRow.evaluate((one) => one === document.activeElement)).toBe(true)
    // Whoever stands on a row that leaves the window still scrolls by the keyboard.
    await body.evaluate((one) => one.scrollTo(0, 0))
    await expect.poll(() => body.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.unroute('**/api/Order/Paged**')
  })

  test('over midnight what is ticked stays under the eyes; once it is done with, the list asks of the new day', async () => {
    const late = await app.newPage()
    const days: (string | null)[] = []
    late.on('request', (request: Request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname.endsWith('/Order/Paged')) days.push(searchParams.get('to'))
    })
    // Ten rows a page, whatever the tests above have kept: one page of a hundred holds them all.
    await late.route('**/api/UiTable/Get**', (route) => route.fulfill({ json: envelope({ result: {} }) }))
    await late.clock.install({ time: new Date('2026-11-27T23:59:00+08:00') })
    await app.enter(late, '/reconciliation/order-management', 'area')
    await late.getByRole('listitem', { name: '2', exact: true }).click()
    await late.waitForURL('**f.page=2**')
    await late.locator('tbody tr[data-row-key]').first().getByRole('checkbox').check()
    await late.clock.runFor(120_000)
    // Asked behind what the new day would have asked for: the line for events may keep a request open for as long as it likes.
    const again = late.waitForResponse('**/Order/Paged**')
    await late.getByRole('button', { name: '刷新', exact: true }).click()
    await again
    await late.getByText('选中 1 条').waitFor()
    expect([late.url(), new Set(days)]).toEqual([expect.stringContaining('f.page=2'), new Set(['2026-11-27'])])
    await late.getByRole('button', { name: '取消选择' }).click()
    await expect.poll(() => days.at(-1)).toBe('2026-11-28')
    await late.waitForURL((url) => !url.search.includes('f.page=2'))
    await late.context().close()
  })

  test('over midnight what is typed and not searched yet stays', async () => {
    const late = await app.newPage()
    await late.clock.install({ time: new Date('2026-11-27T23:59:00+08:00') })
    await app.enter(late, '/reconciliation/order-management', 'area')
    await late.getByText('共 37 条').waitFor()
    const name = late.getByLabel('姓名')
    const last = late.getByRole('group', { name: '创建日期' }).getByPlaceholder('结束日期')
    await name.fill('赵䶮')
    await late.clock.runFor(120_000)
    expect([await name.inputValue(), await last.inputValue()]).toEqual(['赵䶮', '2026-11-27'])
    // Who takes it back again has the new day.
    await name.fill('')
    await expect.poll(() => last.inputValue()).toBe('2026-11-28')
    await late.context().close()
  })

  test('settings that were changed before those kept at the server came are not undone by them', async () => {
    const slow = await app.newPage()
    const kept = { columns: [{ key: 'orderNo', hidden: true }], pageSize: 10, dense: true }
    let come = () => {}
    const called = new Promise<void>((resolve) => {
      come = resolve
    })
    let gets = 0
    const answered = new Promise<void>((resolve) => {
      void slow.route('**/api/UiTable/Get**', async (route) => {
        if (++gets > 1) return route.fallback()
        await called
        // Nobody waits for it any more.
        await route.fulfill({ json: envelope({ result: { own: kept } }) }).catch(() => undefined)
        resolve()
      })
    })
    await app.enter(slow, '/reconciliation/order-management', 'area')
    const number = slow.getByRole('columnheader', { name: '订单号', exact: true })
    await number.waitFor()
    const saved = slow.waitForResponse('**/api/UiTable/Save')
    await slow.locator('.ant-pagination-options').getByRole('combobox').click()
    await slow.getByTitle('20 条/页').click()
    await saved
    come()
    await answered
    const again = slow.waitForResponse('**/Order/Paged**')
    await slow.getByRole('button', { name: '刷新', exact: true }).click()
    await again
    const size = await slow.locator('.ant-pagination-options').innerText()
    expect([await number.count(), size]).toEqual([1, expect.stringContaining('20 条/页')])
    await slow.unrouteAll({ behavior: 'wait' })
    await slow.context().close()
  })

  test('an input that was pressed before its code came is open when it has', async () => {
    const slow = await app.newPage()
    const come = await heldBack(slow, '**/day-range-*.js')
    await app.enter(slow, '/reconciliation/order-management', 'area')
    await slow.locator('input[aria-busy=true]').first().click()
    come()
    await slow.getByText('近 7 天').waitFor()
    await expect
      .poll(() => slow.evaluate(() => document.activeElement?.closest('.ant-picker-range') !== null))
      .toBe(true)
    await slow.context().close()
  })

  test('an input whose code comes late leaves the focus where somebody has gone meanwhile', async () => {
    const slow = await app.newPage()
    const come = await heldBack(slow, '**/day-input-*.js')
    await app.enter(slow, '/reconciliation/day-reconciliation', 'area')
    await slow.getByRole('button', { name: '对总账' }).click()
    const form = slow.getByRole('dialog')
    await form.getByLabel('门店').click()
    const opened = slow.locator('.ant-select-dropdown:visible')
    await opened.waitFor()
    come()
    await form.locator('.ant-picker input').waitFor()
    expect(await form.getByLabel('门店').evaluate((one) => one === document.activeElement)).toBe(true)
    expect(await opened.count()).toBe(1)
    await slow.context().close()
  })

  test('a slow answer is counted aloud, a refusal stays with a way on, nothing says what to do', async () => {
    let answer = 'slow'
    await page.route('**/api/Order/Paged**', async (route) => {
      if (answer === 'slow') await new Promise((resolve) => setTimeout(resolve, 3000))
      if (answer === 'refused')
        return route.fulfill({
          json: envelope({ success: false, statusCode: 409, resultNotice: { error: '订单暂不能读取' } }),
        })
      return route.fulfill({ json: envelope({ result: { items: [], total: 0, totalIsBound: false } }) })
    })
    await search()
    await page.getByText(/^仍在读取… [2-9] 秒$/).waitFor()
    await page.getByText('这段时间没有订单。请放宽日期，或到刷卡页开始结算').waitFor()
    answer = 'refused'
    await search()
    await page.getByRole('alert').getByText('订单暂不能读取').waitFor()
    answer = 'empty'
    await page.getByRole('button', { name: '重新读取' }).click()
    await page.getByText('订单暂不能读取').waitFor({ state: 'detached' })
    await page.unroute('**/api/Order/Paged**')
  })

  test('a cut line is said, and is no empty list; back again the page reads by itself', async () => {
    await reread()
    const banner = page.getByRole('alert').getByText(/^△ 云服务断开 \d+ 秒$/)
    await page.context().setOffline(true)
    await page.getByLabel('姓名').fill('赵*')
    await search()
    await banner.waitFor()
    await page.getByText('接口无法访问').first().waitFor()
    expect(await page.getByText('这段时间没有订单').count()).toBe(0)
    await page.context().setOffline(false)
    await banner.waitFor({ state: 'detached' })
    await page.getByText('接口无法访问').waitFor({ state: 'detached' })
    // A server that was down: this PC was never off line, the line for events is what comes back.
    // No call of a page gets through, or the next one that did would take the words away again.
    await page.route('**/prod-api/api/**', (route) => route.abort())
    await search()
    await banner.waitFor()
    await page.setViewportSize({ width: 390, height: 768 })
    const again = page.getByRole('button', { name: '重新连接' })
    expect((await again.boundingBox())!.height, 'its words stand in one line').toBeLessThan(50)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.unroute('**/prod-api/api/**')
    app.live.disconnectSockets(true)
    await banner.waitFor({ state: 'detached' })
    await page.getByText('接口无法访问').waitFor({ state: 'detached' })
    expect(app.faults).toEqual([])
    expect(app.problems).toEqual([])
  })

  test('codes that an administrator writes anew have their new names on pages that stand open; an old answer stays old', async () => {
    const counter = await app.newPage()
    let name = '旧名䶮'
    let wait = Promise.resolve()
    const asked: string[] = []
    await counter.route('**/api/Dictionary/Map**', async (route) => {
      const { codeTypes } = route.request().postDataJSON() as { codeTypes: string[] }
      const [answer, held] = [name, wait]
      asked.push(answer)
      await held
      const codes = [{ value: '310', name: answer }]
      await route.fulfill({ json: envelope({ result: codeTypes.map((codeType) => ({ codeType, codes })) }) })
    })
    await app.enter(counter, '/reconciliation/order-management', 'area')
    const cells = (text: string) => counter.getByRole('cell', { name: text, exact: true })
    await cells('旧名䶮').first().waitFor()
    await expect.poll(() => app.live.fetchSockets()).not.toEqual([])
    let come = () => {}
    wait = new Promise((resolve) => {
      come = resolve
    })
    name = '慢名'
    app.live.emit('dictionary.changed', {})
    await expect.poll(() => asked).toContain('慢名')
    wait = Promise.resolve()
    name = '新名𠮷'
    app.live.emit('dictionary.changed', {})
    await cells('新名𠮷').first().waitFor()
    const late = counter.waitForResponse('**/api/Dictionary/Map**')
    come()
    await over(late)
    expect(await cells('慢名').count()).toBe(0)
    expect(await cells('新名𠮷').count()).toBeGreaterThan(0)
    await counter.close()
  })

  test('a browser that does not allow to copy is told of in words, and what to do instead', async () => {
    const page = await app.newPage()
    await page.addInitScript(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('Write permission denied.'))
    })
    await app.enter(page, '/reconciliation/order-management')
    await page.getByText('共 37 条').waitFor()
    await page.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: '复制本页为表格' }).click()
    await page.getByText('浏览器没有允许复制，请按「导出」或「打印本页」').waitFor()
  })

  test('below 992 px, as on a counter that somebody enlarged, cards are sorted and marked as rows are', async () => {
    const narrow = await app.newPage(910, 512)
    const sorted = () => narrow.getByRole('combobox', { name: '排序' })
    const question = (wanted: Record<string, string>) =>
      narrow.waitForRequest((request) => {
        const { pathname, searchParams } = new URL(request.url())
        return (
          pathname.endsWith('/Order/Paged') &&
          Object.entries(wanted).every(([key, value]) => searchParams.get(key) === value)
        )
      })
    await app.enter(narrow, '/reconciliation/order-management', 'area')
    await narrow.locator('article').first().waitFor()
    const asks = question({ sortField: 'total', sortOrder: 'descend', page: '1' })
    await sorted().click()
    await narrow.locator('.ant-select-dropdown:visible').getByText('费用总额 降序').click()
    await asks
    await narrow.waitForURL('**f.sort=-total**')
    await narrow.getByRole('checkbox', { name: '选择第 2 条' }).check()
    await narrow.getByText('选中 1 条').waitFor()
    await narrow.getByRole('checkbox', { name: '全选本页' }).check()
    // As many as the tests above have put on a page.
    const all = await narrow.locator('article').count()
    await narrow.getByText(`选中 ${all} 条`).waitFor()
    // What was reversed is ticked, and no more added up than by 合计.
    await narrow.getByText(/^其中 \d+ 条计入合计$/).waitFor()
    await narrow.getByRole('button', { name: '打印结算单' }).waitFor()
    await narrow.getByRole('checkbox', { name: '选择第 2 条' }).uncheck()
    await narrow.getByText(`选中 ${all - 1} 条`).waitFor()
    // Some of them are marked: the first press marks all.
    await narrow.getByRole('checkbox', { name: '全选本页' }).check()
    await narrow.getByRole('checkbox', { name: '全选本页' }).uncheck()
    await expect.poll(() => narrow.getByText(/^选中/).count()).toBe(0)
  })

  test('of two lists on one page each has its own order and begins on its first page; what was looked for goes along', async () => {
    const page = await app.newPage()
    const questions: URL[] = []
    page.on('request', (request: Request) => {
      if (/\/Audit\/\w*Paged$/.test(new URL(request.url()).pathname)) questions.push(new URL(request.url()))
    })
    await app.enter(page, '/audit-manager/audit-management', 'area')
    const sorted = page.locator('th.ant-table-column-has-sorters').first()
    await sorted.click()
    await page.waitForURL('**f.sort=**')
    const other = page.getByRole('radio', { name: '拦截记录' })
    await page.getByText('拦截记录', { exact: true }).click()
    await expect.poll(() => other.isChecked()).toBe(true)
    await expect.poll(() => questions.at(-1)?.pathname).toMatch(/BlockPaged$/)
    const { searchParams } = questions.at(-1)!
    expect([searchParams.get('sortField'), searchParams.get('page')]).toEqual([null, '1'])
    expect(page.url()).not.toContain('f.sort')
    expect(searchParams.get('from')).toBe(questions[0]!.searchParams.get('from'))
  })

  test('who may do nothing with a row sees no column for it', async () => {
    const path = '/reconciliation/order-management'
    const page = await app.newPage()
    await app.enter(page, path)
    const acts = page.getByRole('columnheader', { name: '操作' })
    await acts.waitFor()
    const other = await app.newPage()
    await other.route('**/GetMenuButtonByUser**', async (route) => {
      const answer = await route.fetch()
      const json = await answer.json()
      await route.fulfill({ response: answer, json: { ...json, result: { ...json.result, buttons: [] } } })
    })
    await app.enter(other, path)
    await other.locator('tbody tr[data-row-key]').first().waitFor()
    expect(await other.getByRole('columnheader', { name: '操作' }).count()).toBe(0)
    await other.unrouteAll()
  })
})
