import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findBrowser } from '../../tools/machine.ts'
import { says as lineSays, lookedAt, useCounter } from './counter/browser.ts'
import { disease } from './counter/fixtures.ts'
import { hand, pad, scan } from './counter/scanner.ts'

// Hand and scanner at the same counter: what the one types must never be taken for the other's (ux 1.1, 2.3, 2.4).

const voucher = '310120261121103000000000000001'
const [amoxicillin, pills, vitamin] = ['6901234567892', '6901234567915', '6901234567908'] as const

describe.skipIf(!findBrowser())('hand and scanner', () => {
  const open = useCounter()
  let page: Page

  const line = (n: number) => page.locator('tbody tr[aria-rowindex]').nth(n)
  const quantity = (n: number) => line(n).locator('td').nth(2)
  const box = () => page.locator('[data-scan-box]')
  const focused = (what: string) => page.waitForFunction((one) => document.activeElement?.matches(one), what)
  const says = (key: string) => lineSays(page, key)
  const come = (n: number) =>
    page.waitForFunction((count) => document.querySelectorAll('tbody tr[aria-rowindex]').length === count, n)

  /** A person and three lines: 2, 1 and 1. */
  const fill = async (options: Parameters<typeof open>[0] = {}) => {
    page = await open(options)
    await scan(page, voucher)
    await says('read.done')
    for (const code of [amoxicillin, amoxicillin, pills, vitamin]) await scan(page, code)
    await come(3)
  }
  /** The same, priced, looked at and settled. */
  const settled = async () => {
    await fill()
    await page.keyboard.press('F8')
    await says('pre.done')
    await lookedAt(page)
    await page.keyboard.press('F9')
    await says('settle.done')
  }

  test.each([
    ['on the basket', '[role=grid]'],
    ['on a button', 'nav[aria-label="操作"] button'],
    ['nowhere', ''],
  ])('a scan while the focus is %s adds its goods and leaves nothing behind', async (_name, where) => {
    await fill()
    if (where) await page.locator(where).last().focus()
    else await box().evaluate((one) => (one as HTMLElement).blur())
    await scan(page, vitamin)
    await expect.poll(() => quantity(2).innerText()).toBe('2')
    await box().focus()
    expect([await quantity(0).innerText(), await box().inputValue()]).toEqual(['2', ''])
    expect(await page.locator('input[data-cell]').count()).toBe(0)
  })

  test('what a hand types on the basket or nowhere still arrives, in its order', async () => {
    await fill()
    await page.locator('[role=grid]').focus()
    await page.keyboard.type('12', { delay: 90 })
    await page.keyboard.press('Enter')
    await expect.poll(() => quantity(0).innerText()).toBe('12')
    // The basket has the focus again, and takes no letters.
    await page.keyboard.type('amx', { delay: 90 })
    await expect.poll(() => box().inputValue()).toBe('amx')
    await page.keyboard.press('Escape')
    await box().evaluate((one) => (one as HTMLElement).blur())
    await page.keyboard.type('ffds', { delay: 90 })
    await expect.poll(() => box().inputValue()).toBe('ffds')
    await page.keyboard.press('Escape')
    // Five keys at once are no scan either.
    await page.locator('nav[aria-label="操作"] button').last().focus()
    await page.keyboard.type('amxlj')
    await expect.poll(() => box().inputValue()).toBe('amxlj')
  })

  test.each([
    ['one slow letter, then quick ones', [0, 45, 65, 85]],
    ['two slow letters, then quick ones', [0, 45, 90, 110]],
    ['four quick ones behind a slow one', [0, 45, 60, 75, 90]],
  ])('a hand that is quick by turns is read in its order: %s', async (_, times) => {
    page = await open()
    await page.locator('nav[aria-label="操作"] button').last().focus()
    const letters = [...times.map((ms, i) => ['amxlz'[i]!, ms] as const), ['j', 1000] as const]
    const reached = () => box().evaluate((one) => one === document.activeElement)
    // The second one gives the first to the box, which has the focus for those that follow.
    await hand(page, letters, (letter) => (letter === 'm' ? expect.poll(reached).toBe(true) : undefined))
    await expect.poll(() => box().inputValue()).toBe(letters.map(([letter]) => letter).join(''))
  })

  test('an e-voucher scanned over the parked list takes nobody’s basket back', async () => {
    await fill()
    await page.keyboard.press('F4')
    await says('park.done')
    await page.keyboard.press('F4')
    await page.waitForSelector('dialog[open] kbd')
    await scan(page, voucher.replace(/^3/, '1'))
    await says('read.done')
    expect(await page.evaluate(() => window.fake.parked.length)).toBe(1)
    expect(await page.locator('tbody tr[aria-rowindex]').count()).toBe(0)
    expect(await box().inputValue()).toBe('')
    // A hand's digit still chooses.
    await page.keyboard.press('Control+Delete')
    await page.getByRole('button', { name: '清除购药单' }).click()
    await page.keyboard.press('F4')
    await page.waitForSelector('dialog[open] kbd')
    await page.keyboard.press('1')
    await says('park.backRead')
  })

  test('a digit chooses no disease whose record has expired', async () => {
    page = await open()
    const expired = disease({ name: '糖尿病', end: '2020-01-31' })
    const valid = disease({ code: 'M02', name: '高血压' })
    await page.evaluate(
      (all) => {
        window.fake.diseases = all
      },
      [expired, valid],
    )
    await scan(page, voucher)
    await says('read.done')
    await page.keyboard.press('F3')
    await page.getByRole('dialog', { name: '选择病种' }).getByText('2020-01-31').waitFor()
    await page.keyboard.press('1')
    await page.keyboard.press('2')
    await expect.poll(() => page.getByRole('region', { name: '待遇与处方' }).innerText()).toMatch(/病种[^处]*高血压/)
  })

  test('without a filed disease a purchase that needs none goes on, and one that does is told to become another', async () => {
    page = await open()
    await scan(page, voucher)
    await says('read.done')
    const dialog = page.getByRole('dialog', { name: '选择病种' })
    await page.keyboard.press('F3')
    await dialog.getByText('参保人没有备案病种。这次购药不需要病种，可以继续').waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: '就诊类型' }).selectOption('14')
    await says('disease.none')
    await page.keyboard.press('F3')
    await dialog.getByText(/^没有有效的备案病种。不能按门诊慢特病结算/).waitFor()
  })

  test('diseases that cannot be read are said to be so and asked for again, and not waited for without end', async () => {
    page = await open()
    await page.evaluate(() => {
      window.fake.diseases = undefined
    })
    await scan(page, voucher)
    await says('read.done')
    await page.keyboard.press('F3')
    const dialog = page.getByRole('dialog', { name: '选择病种' })
    const again = dialog.getByRole('button', { name: '重新查询' })
    const unread = dialog.getByText('没有读到备案病种，不知道有没有。普通购药可以继续')
    await unread.waitFor()
    await again.focus()
    await page.keyboard.press('Enter')
    await unread.waitFor()
    expect(await again.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.evaluate(
      (all) => {
        window.fake.diseases = all
      },
      [disease({ code: 'M02', name: '高血压䶮' })],
    )
    await page.keyboard.press('Enter')
    await dialog.getByText('高血压䶮').waitFor()
    await page.keyboard.press('1')
    await expect.poll(() => page.getByRole('region', { name: '待遇与处方' }).innerText()).toMatch(/病种[^处]*高血压䶮/)
  })

  test('3* before a scan, before a search and after a scan is the quantity, from the number pad too', async () => {
    await fill()
    await box().focus()
    await page.keyboard.type('3*', { delay: 60 })
    await scan(page, vitamin)
    await expect.poll(() => quantity(2).innerText()).toBe('4')
    expect(await box().inputValue()).toBe('')
    // After it: Enter gives it to the line that came last.
    await pad(page, 'Numpad7', '7')
    await pad(page, 'NumpadMultiply', '*')
    await expect.poll(() => page.getByText('× 7').count()).toBe(1)
    await page.keyboard.press('Enter')
    await expect.poll(() => quantity(2).innerText()).toBe('7')
    await expect.poll(() => page.getByText('× 7').count()).toBe(0)
    await page.keyboard.type('5*', { delay: 60 })
    await page.keyboard.type('阿莫', { delay: 60 })
    await page.waitForSelector('[role=option]')
    await page.keyboard.press('Enter')
    await expect.poll(() => quantity(0).innerText()).toBe('7')
    // Full-width, as an input method or a copied text has it.
    await box().fill('２＊丹参')
    await page.getByRole('option', { name: /复方丹参滴丸/ }).waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => quantity(1).innerText()).toBe('3')
    // Taken back without a trace.
    await page.keyboard.type('9*', { delay: 60 })
    await page.keyboard.press('Backspace')
    await scan(page, pills)
    await expect.poll(() => quantity(1).innerText()).toBe('4')
    // With nothing typed the pad's sign opens the line that came last, be it above others (ux 2.3).
    await pad(page, 'NumpadMultiply', '*')
    const drawer = page.getByRole('dialog', { name: '复方丹参滴丸' })
    await drawer.waitFor()
    const done = drawer.getByRole('button', { name: '完成' })
    // The lowest window of a counter shows its buttons whole, however much stands above them.
    expect(await done.evaluate((one) => innerHeight - one.getBoundingClientRect().bottom)).toBeGreaterThan(12)
    // The digits that follow are its quantity, Enter takes them, and the scan box has the hand back.
    await page.keyboard.type('12', { delay: 90 })
    await page.keyboard.press('Enter')
    await expect.poll(() => quantity(1).innerText()).toBe('12')
    await focused('[data-scan-box]')
  })

  test('N3: the number of a person, typed or pasted, stands in no field, is looked up nowhere, and is asked about', async () => {
    await fill()
    const sent = () => page.evaluate(() => JSON.stringify(window.fake.calls))
    const [typed, pasted, wrong] = [
      '11010519491231002X',
      '１１０１０５１９４９１２３１００２x',
      '110105194912310021',
    ] as const
    await box().focus()
    await page.keyboard.type(typed, { delay: 60 })
    await page.getByRole('dialog', { name: '用身份证号读取？' }).waitFor()
    expect(await box().inputValue()).toBe('')
    await page.keyboard.press('Escape')
    await box().fill(pasted)
    await page.getByRole('dialog', { name: '用身份证号读取？' }).waitFor()
    await page.keyboard.press('Escape')
    await box().fill(wrong)
    await says('read.typedIdWrong')
    expect([await box().inputValue(), await page.locator('body').innerText()]).toEqual([
      '',
      expect.not.stringMatching(/1949/),
    ])
    await page.keyboard.press('Enter')
    // A slow hand has asked for the beginning of it: as many digits as a bar code has.
    expect(await sent()).not.toMatch(/11010519491231/)
  })

  test('a scan while the kind of purchase is being chosen is heard; the choice goes back to the scan box', async () => {
    await fill()
    const kind = page.getByRole('combobox', { name: '就诊类型' })
    await kind.click()
    await page.getByRole('button', { name: '门诊慢特病', includeHidden: true }).waitFor()
    await scan(page, vitamin)
    await expect.poll(() => quantity(2).innerText()).toBe('2')
    expect(await kind.inputValue()).toBe('41')
    await page.getByRole('button', { name: '门诊慢特病', includeHidden: true }).click()
    expect(await kind.inputValue()).toBe('14')
    await focused('[data-scan-box]')
    // By keys: the arrows choose, Enter goes on, Esc closes and goes back.
    await kind.focus()
    await page.keyboard.press('ArrowUp')
    expect(await kind.inputValue()).toBe('41')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: '门诊慢特病', includeHidden: true }).waitFor()
    await page.keyboard.press('Escape')
    await focused('[data-scan-box]')
    expect(await page.locator('[data-layer]').count()).toBe(0)
  })

  test('a key that has done its work, or a press in the line, leaves the hand at the scan box; Esc closes the log', async () => {
    await fill()
    for (const key of ['F8', 'F4']) {
      await page.locator('[role=grid]').focus()
      await page.keyboard.press(key)
      await focused('[data-scan-box]')
    }
    await page.getByRole('button', { name: '最近的提示' }).click()
    await page.getByRole('list', { name: '最近的提示' }).waitFor()
    await focused('[data-scan-box]')
    await page.keyboard.press('Escape')
    await page.getByRole('list', { name: '最近的提示' }).waitFor({ state: 'detached' })
  })

  test('Enter takes a hit of what stands in the box now, never of what stood there before', async () => {
    await fill()
    await page.keyboard.press('Control+Delete')
    await page.getByRole('button', { name: '清除购药单' }).click()
    await come(0)
    await box().fill('片')
    await page.waitForSelector('[role=option]')
    await expect.poll(() => page.getByRole('option').first().innerText()).toContain('维生素C片')
    await page.keyboard.press('ArrowDown')
    // In one turn: the answer for the new words cannot be there yet.
    await box().evaluate((one: HTMLInputElement) => {
      one.setRangeText('阿莫', 0, 1)
      one.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await page.keyboard.press('Enter')
    await come(1)
    expect(await line(0).innerText()).toContain('阿莫西林胶囊')
  })

  test('3* after a settlement counts for the next customer’s first search', async () => {
    await settled()
    await page.keyboard.type('3*', { delay: 60 })
    await page.keyboard.type('阿莫', { delay: 60 })
    await page.waitForSelector('[role=option]')
    await page.keyboard.press('Enter')
    await come(1)
    expect(await quantity(0).innerText()).toBe('3')
  })

  test('Esc leaves a cell as it was and goes back to the scan box; a click into it keeps what was typed', async () => {
    await fill()
    await quantity(0).click()
    await page.keyboard.type('7')
    await page.keyboard.press('Escape')
    await focused('[data-scan-box]')
    expect(await quantity(0).innerText()).toBe('2')
    await quantity(0).click()
    await page.keyboard.type('15', { delay: 60 })
    await page.locator('input[data-cell]').click()
    expect(await page.locator('input[data-cell]').inputValue()).toBe('15')
    await page.keyboard.press('Enter')
    await expect.poll(() => quantity(0).innerText()).toBe('15')
  })

  test.each(['F8', 'the + of the number pad'])('%s counts what stands in a cell that is still open', async (way) => {
    await fill()
    await quantity(0).click()
    await page.keyboard.type('5')
    if (way === 'F8') await page.keyboard.press(way)
    else await pad(page, 'NumpadAdd', '+')
    await says('pre.done')
    const [sent] = await page.evaluate(() => window.fake.calls.filter(({ path }) => path.endsWith('/PreSettle')))
    expect((sent!.input.lines as { quantity: string }[])[0]!.quantity).toBe('5')
    // And F9 books no split that is older than the cell.
    await lookedAt(page)
    await quantity(0).click()
    await page.keyboard.type('6')
    await page.keyboard.press('F9')
    await says('pre.stale')
    const settled = await page.evaluate(() => window.fake.calls.some(({ path }) => path.endsWith('/Settle')))
    expect(settled).toBe(false)
  })

  test('a question about the printer that comes by itself is not answered by an Enter on its way to the scan box', async () => {
    await fill()
    await page.evaluate(() => {
      window.fake.ends = 'unsure'
    })
    await page.keyboard.press('F8')
    await says('pre.done')
    await lookedAt(page)
    await page.keyboard.press('F9')
    const dialog = page.getByRole('dialog', { name: '不确定小票是否已打印' })
    await dialog.waitFor()
    await page.keyboard.press('Enter')
    expect(await dialog.isVisible()).toBe(true)
    await page.keyboard.press('Tab')
    await focused('dialog button')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await focused('[data-scan-box]')
  })

  test('a preview that is closed leaves the focus to nobody: the scan box has it (ux 2.2)', async () => {
    await fill()
    await page.keyboard.press('F8')
    await says('pre.done')
    await page.keyboard.press('F10')
    const preview = page.getByRole('dialog', { name: '打印预览' })
    // The kit's, which is none of the counter's own dialogs.
    await preview.getByRole('button', { name: '关闭' }).focus()
    await page.keyboard.press('Enter')
    await preview.waitFor({ state: 'hidden' })
    await focused('[data-scan-box]')
  })

  /** Two slips in doubt, both put off, and asked about again: the first question stands there. */
  const twoDoubts = async () => {
    const dialog = () => page.getByRole('dialog', { name: /^不确定.*小票是否已打印$/ })
    const shut = async () => {
      await dialog().waitFor()
      await page.keyboard.press('Escape')
      await dialog().waitFor({ state: 'hidden' })
    }
    /** How many answers the server has heard of. */
    const told = () =>
      page.evaluate(
        () => window.fake.calls.filter(({ path, input }) => path.endsWith('/Printed') && input.state === 'done').length,
      )
    page = await open()
    await page.evaluate(() => {
      window.fake.ends = 'unsure'
    })
    for (const again of [false, true]) {
      await scan(page, voucher.replace(/1$/, again ? '2' : '1'))
      await says('read.done')
      if (again) await shut()
      await scan(page, vitamin)
      await come(1)
      await page.keyboard.press('F8')
      await says('pre.done')
      await lookedAt(page)
      await page.keyboard.press('F9')
      await shut()
    }
    await scan(page, voucher.replace(/1$/, '3'))
    await dialog().waitFor()
    await lookedAt(page)
    return { dialog, told, yes: dialog().getByRole('button', { name: '已打印' }) }
  }

  test('two slips in doubt: the second click of a double click, however slow, answers no other question and takes no focus to it', async () => {
    const { dialog, told, yes } = await twoDoubts()
    await yes.click()
    await expect.poll(told).toBe(1)
    await dialog().waitFor()
    await lookedAt(page)
    // The mouse lies where it lay: on the same button of the next question.
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await page.keyboard.press('Enter')
    expect([await dialog().isVisible(), await told()]).toEqual([true, 1])
    await yes.click()
    await dialog().waitFor({ state: 'hidden' })
    await expect.poll(told).toBe(2)
  })

  test('two slips in doubt: the Enter that answered the one answers the other by no second press, and the focus goes back', async () => {
    const { dialog, told, yes } = await twoDoubts()
    await yes.focus()
    await page.keyboard.press('Enter')
    await expect.poll(told).toBe(1)
    await dialog().waitFor()
    await lookedAt(page)
    // Its own question, which has the focus itself: no button of it is under an Enter.
    await page.keyboard.press('Enter')
    expect([await dialog().isVisible(), await told()]).toEqual([true, 1])
    await yes.click()
    await dialog().waitFor({ state: 'hidden' })
    await expect.poll(told).toBe(2)
    await focused('[data-scan-box]')
  })

  test('a key draws no row anew but the one it is typed in, however many there are', async () => {
    page = await open()
    await page.evaluate(() => {
      const drawn: Record<string, number> = {}
      Object.assign(window, { drawn })
      for (const item of window.fake.items) {
        const { ownCode, spec } = item
        Object.defineProperty(item, 'spec', {
          get: () => {
            drawn[ownCode] = (drawn[ownCode] ?? 0) + 1
            return spec
          },
        })
      }
    })
    for (const code of [amoxicillin, vitamin]) await scan(page, code)
    await come(2)
    // The flash of the last one is over.
    await says('read.start')
    const drawn = () => page.evaluate(() => ({ ...(window as unknown as { drawn: Record<string, number> }).drawn }))
    const before = await drawn()
    await page.keyboard.type('vwx', { delay: 80 })
    await expect.poll(() => page.inputValue('[data-scan-box]')).toBe('vwx')
    expect(await drawn(), 'a search').toEqual(before)
    await page.keyboard.press('Escape')
    await quantity(0).click()
    await page.keyboard.type('12', { delay: 80 })
    await expect.poll(() => quantity(0).locator('input').inputValue()).toBe('12')
    const typed = await drawn()
    const changed = Object.keys(typed).filter((code) => typed[code] !== before[code])
    expect(changed, 'a quantity').toHaveLength(1)
  })

  test('Enter behind a price in the line’s drawer is 完成', async () => {
    await fill()
    await line(0).dblclick({ position: { x: 100, y: 10 } })
    const dialog = page.getByRole('dialog', { name: '阿莫西林胶囊' })
    await dialog.getByLabel('单价').fill('2')
    await page.keyboard.type('1')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(await line(0).locator('td').nth(4).innerText()).toBe('21.00')
  })

  test('a question of the shell over the page: no key of the counter works through it, and it keeps the focus', async () => {
    await fill()
    await page.keyboard.press('F8')
    await says('pre.done')
    await lookedAt(page)
    await page.evaluate(() => {
      const layer = document.createElement('div')
      Object.assign(layer, { role: 'alertdialog', ariaModal: 'true', innerHTML: '<button>知道了</button>' })
      layer.style.cssText = 'position:fixed;inset:0;z-index:99'
      document.body.append(layer)
      layer.querySelector('button')!.focus()
    })
    for (const key of ['F9', 'F4', 'v', 'Escape', 'Control+Delete']) await page.keyboard.press(key)
    await page.waitForTimeout(150) // A letter waits 60 ms for the rest of a scan.
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('知道了')
    const paths = await page.evaluate(() => window.fake.calls.map(({ path }) => path))
    expect(paths.filter((path) => /Settlement\/(Settle|Park)$/.test(path))).toEqual([])
    await page.evaluate(() => document.querySelector('[role=alertdialog]')!.remove())
    await page.keyboard.press('F9')
    await says('settle.done')
  })

  test('a key that is held acts once: Delete takes one line out, Enter opens one drawer, chooses nothing and confirms nothing', async () => {
    await fill()
    const held = async (key: string) => {
      for (let i = 0; i < 4; i++) await page.keyboard.down(key)
      await page.keyboard.up(key)
    }
    await page.locator('[role=grid]').focus()
    await held('Delete')
    await says('item.removed')
    await come(2)
    await page.locator('[role=grid]').focus()
    await held('Enter')
    const drawer = page.getByRole('dialog')
    await drawer.waitFor()
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'detached' })
    // A list that comes while Enter is still down is looked at first.
    await box().fill('no such')
    await page.keyboard.down('Enter')
    await says('item.none')
    await box().fill('阿莫')
    await page.locator('[role=listbox] [role=option]').first().waitFor()
    for (let i = 0; i < 3; i++) await page.keyboard.down('Enter')
    await page.keyboard.up('Enter')
    await expect.poll(() => page.locator('[role=listbox] [role=option]').count()).toBeGreaterThan(0)
    await come(2)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.locator('[role=listbox]').count()).toBe(0)
    // What is written goes on being deleted.
    await box().fill('ABC')
    await page.keyboard.press('Home')
    await held('Delete')
    expect(await box().inputValue()).toBe('')
  })

  test('Esc, however often, hides no reversal that is under way: what it comes to is seen, and the keys work behind it', async () => {
    await settled()
    await page.getByRole('button', { name: /张\* .*✓/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('撤销原因').selectOption('顾客退货')
    await page.evaluate(() => {
      window.fake.reversing = new Promise<void>((done) => {
        window.fake.reversed = done
      })
    })
    await dialog.getByRole('button', { name: '确认撤销' }).click()
    await dialog.getByRole('button', { name: '正在撤销…' }).waitFor()
    // The second one is the browser's own: it asks nobody.
    for (let i = 0; i < 3; i++) await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.querySelector('dialog')?.contains(document.activeElement))
    expect(await dialog.getByRole('button', { name: '正在撤销…' }).isVisible()).toBe(true)
    await page.evaluate(() => window.fake.reversed())
    await says('cancel.done')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('F1')
    await page.getByRole('dialog', { name: '按键一览' }).waitFor()
  })

  test('the name of who was served is masked under the caret too', async () => {
    await fill()
    await page.keyboard.press('Control+Delete')
    await page.getByRole('button', { name: '清除购药单' }).click()
    await page.getByRole('button', { name: '最近的提示' }).click()
    const log = await page.getByRole('list', { name: '最近的提示' }).innerText()
    expect(log).toContain('已读取参保人 张*')
    expect(log).not.toContain('张䶮')
  })

  test('N6: the longest words of the centre leave the next step readable', async () => {
    await fill({ viewport: { width: 1366, height: 600 } })
    const words =
      '参保人所在统筹地区医疗保险待遇审核未通过，原因为本年度门诊统筹支付限额已经用完且不符合门诊慢特病支付条件'
    await page.evaluate((text) => {
      window.fake.refusal = text
    }, `【302002】医保中心：“${words}”`)
    await page.keyboard.press('F8')
    await says('pre.refused')
    // A line more would be 15 px more; letters alone may reach 2 px below their own.
    const fits = () =>
      page.locator('[data-key] p').evaluate((one) => one.scrollHeight < 36 && one.parentElement!.clientHeight === 30)
    await expect.poll(fits).toBe(true)
    await page.setViewportSize({ width: 1024, height: 600 })
    await expect.poll(fits).toBe(true)
  })
})
