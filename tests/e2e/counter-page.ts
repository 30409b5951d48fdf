import type { Frame, Locator, Page } from 'playwright-core'
import { until } from './until.ts'

const guardMs = 450

/** The amounts of R5 as the clerk reads them (ux 2.2). */
export interface MoneyShown {
  费用总额: string
  统筹基金: string
  其他基金: string
  医疗救助: string
  个人账户: string
  其中共济: string
  应收现金: string
  结算后余额: string
}

/**
 * The counter screen as a clerk uses it: keys, scans, names on buttons; no selector knows the page's inside. `view` is
 * the frame it is in.
 */
export const counterOf = (page: Page, view: Page | Frame = page) => {
  const region = (name: string) => view.getByRole('region', { name, exact: true })
  const scanBox = view.getByRole('combobox', { name: '扫码或查找药品' })
  const button = (name: string | RegExp) => view.getByRole('button', { name })
  const says = () => region('提示').locator('p').first()

  const press = (keys: string) => page.keyboard.press(keys)
  /** Waits until the message line says it, and gives the whole line. */
  const reads = async (text: string | RegExp): Promise<string> => {
    const matches = (line: string) => (typeof text === 'string' ? line.includes(text) : text.test(line))
    return until(`R6 says ${text}`, async () => (await says().innerText()).replace(/\s+/g, ' '), matches)
  }
  /** The first 400 ms of a split are refused (ux N5): waits them out by the page's own clock. */
  const guard = () =>
    view.evaluate(
      (ms) =>
        new Promise<void>((done) => {
          const since = performance.now()
          const look = () => (performance.now() - since > ms ? done() : requestAnimationFrame(look))
          look()
        }),
      guardMs,
    )
  const slot = (dl: Locator, name: string) =>
    dl
      .locator('div')
      .filter({ has: view.locator('dt', { hasText: new RegExp(`^${name}`) }) })
      .locator('dd')
      .innerText()
  const money = async (): Promise<MoneyShown> => {
    const dl = region('金额').locator('dl')
    const names = ['费用总额', '统筹基金', '其他基金', '医疗救助', '个人账户', '其中共济', '应收现金', '结算后余额']
    // What two of them are called after a reversal.
    const reversed: Record<string, string> = { 应收现金: '退现金', 结算后余额: '撤销后余额' }
    const values = await Promise.all(names.map((name) => slot(dl, `(?:${name}|${reversed[name] ?? name})`)))
    return Object.fromEntries(names.map((name, i) => [name, values[i]!])) as unknown as MoneyShown
  }

  const connected = () => view.getByRole('button', { name: '助手：已连接' }).waitFor()

  return {
    page,
    region,
    button,
    scanBox,
    press,
    reads,
    money,
    /** The shell's menu leads here; a person who has the page open just clicks its tab. */
    open: async () => {
      await view.getByRole('link', { name: '刷卡' }).click()
      await scanBox.waitFor()
    },
    /** Waits for the simulated readers behind the agent, on whatever page. */
    connected,
    /** The same at the counter: the shell knows of the agent before the page can take a key. */
    ready: async () => {
      await scanBox.waitFor()
      await connected()
    },
    /** Reads the medium of Alt+1 … Alt+4 and waits for the person, who may have stood there before. */
    readCard: async (name: string, key = 'Alt+2') => {
      await press(key)
      await region('参保人').getByText(name, { exact: true }).waitFor()
      await reads(/^(?!正在读取)/)
    },
    /** A scanner types: every key at once, then Enter, into whatever has the focus. */
    scan: (code: string) =>
      view.evaluate((text) => {
        const send = (key: string, code: string) =>
          (document.activeElement ?? document.body).dispatchEvent(
            new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }),
          )
        for (const character of text) send(character, /\d/.test(character) ? `Digit${character}` : `Key${character}`)
        send('Enter', 'Enter')
      }, code),
    /** Looks a product up by initials, code or name and takes the first hit; `3*AMXL` takes three. */
    addItem: async (search: string, name: string) => {
      await scanBox.fill(search)
      await view.getByRole('option', { name }).first().waitFor()
      await scanBox.press('Enter')
      await region('购药明细').getByRole('row').filter({ hasText: name }).waitFor()
    },
    lines: () => region('购药明细').getByRole('grid').locator('tbody tr').count(),
    prescription: async (number = 'RX20261121001') => {
      await press('F6')
      // Where electronic prescriptions circulate they come first for a customer with an e-voucher.
      const tab = view.getByRole('button', { name: '手工登记' })
      await tab
        .or(view.getByRole('dialog', { name: '外配处方' }))
        .first()
        .waitFor()
      if (await tab.isVisible()) await tab.click()
      const dialog = view.getByRole('dialog', { name: '外配处方' })
      await dialog.getByLabel('处方号').fill(number)
      await dialog.getByLabel('开方医院').fill('苏州市示例医院')
      await dialog.getByLabel('开方医生').fill('陈医生')
      await dialog.getByRole('button', { name: '关联处方' }).click()
      await dialog.waitFor({ state: 'hidden' })
    },
    /** F8 and its split; gives the line. What the audit says of the basket is confirmed, as a clerk in a queue does. */
    presettle: async () => {
      await press('F8')
      const asked = view.getByRole('dialog', { name: /^审核提醒/ })
      const line = await until(
        'R6 has a split or a reminder of the audit',
        async () => ((await asked.isVisible()) ? '' : (await says().innerText()).replace(/\s+/g, ' ')),
        (text) => text === '' || text.includes('预结算完成'),
      )
      if (line) return line
      // It came by itself: its button is pressed, an Enter that follows F8 at once has read nothing.
      await guard()
      await asked.getByRole('button', { name: /^已与参保人确认/ }).click()
      return reads(/预结算完成/)
    },
    guard,
    /** F9 once the split may be booked. */
    settle: async () => {
      await guard()
      await press('F9')
    },
    /** Everything the message line said, newest first. */
    log: async () => {
      await view.getByRole('button', { name: '最近的提示' }).click()
      const rows = view.getByRole('list', { name: '最近的提示' }).getByRole('listitem')
      await rows.first().waitFor()
      const lines = await rows.allInnerTexts()
      await view.getByRole('button', { name: '最近的提示' }).click()
      return lines
    },
  }
}

export type CounterPage = ReturnType<typeof counterOf>
