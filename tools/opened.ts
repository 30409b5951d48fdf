import { afterAll, beforeAll } from 'vitest'

/**
 * What the tests of a file or of a `describe` share, such as a server: opened before the first of them, closed after the
 * last, the latest opened first. Its properties are there as soon as a test runs; `open` may use what was asked for above.
 */
export const opened = <T extends { close?: () => unknown }>(open: () => Promise<T>): T => {
  const shared = {} as T
  beforeAll(async () => {
    Object.setPrototypeOf(shared, await open())
  })
  afterAll(() => shared.close?.())
  return shared
}
