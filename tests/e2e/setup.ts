import { newPostgres, usual } from '@yibao/server/test/postgres.ts'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, vi } from 'vitest'
import type { Api } from '../../tools/api.ts'
import { enter, openBrowser, openPage } from './browser.ts'
import { type CounterPage, counterOf } from './counter-page.ts'
import { type Product, startProduct } from './product.ts'
import { witnessFailures } from './witness.ts'

/** Store of the demo account `clerk`: 观前店. */
export const store = 'P32050100001'

/** Card numbers of persons of 320500 by name (docs/SIMULATOR.md). */
export const cards = {
  张三: 'A00000017',
  李建国: 'A00000018',
  王秀英: 'A00000019',
  赵小梅: 'A00000020',
  刘志强: 'A00000022',
  周海涛: 'A00000024',
  吴晓东: 'A00000025',
  王𠮷: 'A00000033',
  阿卜杜热依木江: 'A00000034',
  宋国庆: 'A00000035',
  田大伟: 'A00000044',
  苏天成: 'A00000054',
} as const

/** Number of a person of 320500 in the centre's book, by the position in its demo set. */
export const psnNo = (n: number) => `320500${String(n).padStart(14, '0')}`

/**
 * For a file of stories: each waits for states with their own patience, and on a busy machine many small waits add up;
 * a failure tells what the pages showed.
 */
export const tellStories = (): void => {
  vi.setConfig({ testTimeout: 120_000 })
  witnessFailures()
}

/**
 * One product and one browser for a test file, ended with it. Its database is what pharmacies have, where this machine
 * has it: the stories of a day and of the first day are told on the embedded one.
 */
export const useProduct = (env?: NodeJS.ProcessEnv) => {
  let product: Product
  let browser: Browser
  let clerk: Api
  tellStories()
  beforeAll(async () => {
    const DATABASE_URL = env?.DATABASE_URL ?? (usual === 'postgres' ? await newPostgres() : '')
    ;[product, browser] = await Promise.all([startProduct({ DATABASE_URL, ...env }), openBrowser()])
    clerk = await product.as('clerk')
  }, 120_000)
  afterAll(async () => {
    await browser?.close()
    await product?.end()
  })
  return {
    get product() {
      return product
    },
    get api() {
      return clerk
    },
    /** For money.ts. */
    get books() {
      return { api: clerk, centre: product.centre, store }
    },
    insert: (name: keyof typeof cards) => product.devices({ socialCard: cards[name] }),
    page: (options?: BrowserContextOptions) => openPage(browser, options),
    /** A window of its own with `path` open, of somebody who signed in before; `at` is the server's console unless said otherwise. */
    window: async (userName: string, path?: string, options?: BrowserContextOptions, at = product.site) => {
      const page = await openPage(browser, options)
      await enter(page, at, await product.as(userName), path)
      return page
    },
    /** A window of its own with the counter open; `at` is the agent's console unless said otherwise. */
    counter: async (userName = 'clerk', options?: BrowserContextOptions, at = product.app): Promise<CounterPage> => {
      const page = await openPage(browser, options)
      await enter(page, at, await product.as(userName), '/swiping-card')
      const counter = counterOf(page)
      await counter.scanBox.waitFor()
      if (at === product.app) await counter.ready()
      return counter
    },
  }
}
