import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { signIn } from '@yibao/shared/calls/sign-in.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasBrowser } from '../browser.ts'
import type { CounterPage } from '../counter-page.ts'
import { lastOrder } from '../money.ts'
import { cards, useProduct } from '../setup.ts'
import { nextSlip, printedSlips } from '../slips.ts'
import { until } from '../until.ts'

// One process of the agent falls while the others stand: its desk, or the host of one driver.

const at = useProduct()
let counter: CounterPage

/** Processes below `parent` whose arguments hold `word`. */
const below = (parent: number | undefined, word: string): number[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row)?.slice(1) ?? [])
    .filter(([, ppid, args]) => Number(ppid) === parent && args?.includes(word))
    .map(([pid]) => Number(pid))
const desks = () => below(at.product.agent.pid(), ' desk ')
const hosts = (driver: string) => desks().flatMap((desk) => below(desk, driver))
/** How many were to be killed; one may have ended by itself since it was seen. */
const kill = (pids: number[]) => {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  return pids.length
}
/** What was handed to the simulated printer so far, on paper or not. */
const spooled = () =>
  readdirSync(join(at.product.dataDir, 'printed', '.spool')).filter((name) => name.endsWith('.json')).length

describe.skipIf(!hasBrowser)('killed', () => {
  beforeAll(async () => {
    await at.api.ok(signIn.do, {})
    counter = await at.counter()
    at.insert('苏天成')
    await counter.readCard('苏天成')
  })

  test.each([
    ['the desk', '本机助手的桌面程序还没有就绪', desks],
    ['the host of the reader', '读卡驱动异常退出，正在恢复', () => hosts('sim-social-card')],
  ] as const)('%s, while it reads a card: said with what to do, and F2 reads it', async (_, words, fallen) => {
    at.product.devices({ socialCard: cards.苏天成, fault: 'hang' })
    await counter.press('Alt+2')
    await counter.page.getByRole('button', { name: '助手：忙' }).waitFor()
    // One that falls before the reading has come to it costs nothing: the reading goes to the next one.
    const says = () => counter.region('提示').locator('p').first().innerText()
    await until('the reading is cut', async () => {
      const line = await says()
      if (line.includes('正在读取')) kill(fallen())
      return line.includes(words)
    })
    expect(await counter.reads(words)).toMatch(/没有读到信息.*约 3 秒后按 F2/)
    at.insert('苏天成')
    await until('there is a desk again', () => desks().length)
    await until('it reads', async () => {
      await counter.press('F2')
      await counter.reads(/^(?!正在读取)/)
      return (await says()).includes('已读取参保人')
    })
  })

  test.each([
    ['the desk', desks],
    ['the host of the printer', () => hosts('sim-printer')],
  ] as const)('%s, while a slip prints: it comes once, and is known as printed', async (_, fallen) => {
    const [slips, before] = [printedSlips(at.product.dataDir), spooled()]
    await counter.addItem('FFDS', '复方丹参滴丸')
    await counter.readCard('苏天成', 'F2')
    await counter.presettle()
    at.product.devices({ socialCard: cards.苏天成, printer: 'slow' })
    await counter.settle()
    await until('the printer has it', spooled, (count) => count > before)
    expect(kill(fallen())).toBe(1)
    await nextSlip(at.product.dataDir, slips)
    await until(
      'the server knows that it is out',
      () => lastOrder(at.api),
      ({ printed }) => printed === 1,
    )
    expect(spooled()).toBe(before + 1)
    at.insert('苏天成')
  })
})
