import { describe, expect, test } from 'vitest'
import { ready } from '../../../test/counter/play.ts'
import { draftOf } from '../flow/draft.ts'
import { draftShelf, type Shelf } from './drafts.ts'

const memory = (): Shelf & { size: () => number } => {
  const map = new Map<string, string>()
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    key: (i) => [...map.keys()][i] ?? null,
    get length() {
      return map.size
    },
    size: () => map.size,
  }
}
const draft = (at: number) => draftOf(ready().state, at)!
const owner = (windowId: string, userId = 'u1', storeId = 's1') => ({ userId, storeId, tabId: 't', windowId })

test('a window finds its own draft again', async () => {
  const shelf = memory()
  const mine = draftShelf(shelf, owner('a'))
  mine.save(draft(1))
  mine.close()
  const again = draftShelf(shelf, owner('a'))
  expect((await again.find())?.lines).toHaveLength(3)
  again.save(undefined)
  expect(shelf.size()).toBe(0)
  again.close()
})

test('the copy of a living window is a window of its own: it neither has the basket nor takes it away', async () => {
  const shelf = memory()
  const names = new Set<string>()
  const hold = async (name: string) => !names.has(name) && Boolean(names.add(name))
  const first = draftShelf(shelf, { ...owner('a'), hold: async (name) => Boolean(names.add(name)), rename: () => 'x' })
  await first.find()
  first.save(draft(1))
  const copy = draftShelf(shelf, { ...owner('a'), hold, rename: () => 'copy' })
  // Before it is asked who it is, nothing of it is kept: it would replace what is the other's.
  copy.save(undefined)
  expect(await copy.find()).toBeUndefined()
  copy.save(draft(2))
  copy.save(undefined)
  expect([...names].map((name) => name.split(':').at(-1))).toEqual(['a', 'copy'])
  expect([shelf.size(), (await first.find())?.at]).toEqual([1, 1])
  first.close()
  copy.close()
})

test('the draft of a dead window is taken over once; that of a living one is not', async () => {
  const shelf = memory()
  const dead = draftShelf(shelf, owner('dead'))
  dead.save(draft(1))
  dead.close()
  const living = draftShelf(shelf, owner('living'))
  living.save(draft(2))
  const fresh = draftShelf(shelf, owner('fresh'))
  expect((await fresh.find())?.at).toBe(1)
  expect(await fresh.find()).toBeUndefined()
  living.close()
  fresh.close()
})

test('of several windows that died, the basket that was worked at last comes first', async () => {
  const shelf = memory()
  for (const at of [2, 3, 1]) {
    const dead = draftShelf(shelf, owner(`dead${at}`))
    dead.save(draft(at))
    dead.close()
  }
  const fresh = draftShelf(shelf, owner('fresh'))
  expect((await fresh.find())?.at).toBe(3)
  expect(shelf.size()).toBe(2)
  fresh.close()
})

test('an operator who was moved finds no basket of the store before, and has it again there', async () => {
  const shelf = memory()
  const before = draftShelf(shelf, owner('a'))
  before.save(draft(1))
  before.close()
  const now = draftShelf(shelf, owner('a', 'u1', 's2'))
  expect(await now.find()).toBeUndefined()
  now.save(draft(2))
  now.close()
  const back = draftShelf(shelf, owner('a'))
  expect((await back.find())?.at).toBe(1)
  back.close()
})

describe('what the version before left, whose names knew no store', () => {
  const name = (windowId: string, userId = 'u1', tabId = 't') => `yibao.counter.draft:${userId}:${tabId}:${windowId}`
  const left = (...drafts: [key: string, at: number][]) => {
    const shelf = memory()
    for (const [key, at] of drafts) shelf.setItem(key, JSON.stringify(draft(at)))
    return shelf
  }

  test('is its window’s once, and nothing of it stays behind', async () => {
    const shelf = left([name('dead'), 2], [name('a'), 1])
    const mine = draftShelf(shelf, { ...owner('a'), hold: async () => true, rename: () => 'x' })
    expect((await mine.find())?.at).toBe(1)
    mine.save(draft(3))
    expect(shelf.getItem(name('a'))).toBeNull()
    expect((await mine.find())?.at).toBe(3)
    mine.save(undefined)
    // Then that of a window that died, as it is with what has a store.
    expect((await mine.find())?.at).toBe(2)
    expect([shelf.size(), await mine.find()]).toEqual([0, undefined])
    mine.close()
  })

  test('stays with the window that lives: in the version before, or on its way into this one', async () => {
    const shelf = left([name('a'), 1], [name('b'), 2])
    // Until the update is loaded a window answers, and holds its name, as that version does.
    const old = new BroadcastChannel('yibao.counter.draft')
    old.addEventListener('message', ({ data }: MessageEvent<{ ask?: true }>) => {
      if (data.ask) old.postMessage({ key: name('a') })
    })
    const names = new Set([name('a')])
    const hold = async (one: string) => !names.has(one) && Boolean(names.add(one))
    const copy = draftShelf(shelf, { ...owner('a'), hold, rename: () => 'copy' })
    const coming = draftShelf(shelf, owner('b'))
    expect(await copy.find()).toBeUndefined()
    expect((await coming.find())?.at).toBe(2)
    // Now it loads it: its name is free for it, and what it had is there.
    old.close()
    names.delete(name('a'))
    const loaded = draftShelf(shelf, { ...owner('a'), hold, rename: () => 'x' })
    expect((await loaded.find())?.at).toBe(1)
    for (const one of [copy, coming, loaded]) one.close()
  })

  test('is no one else’s, and no other tab’s', async () => {
    const shelf = left([name('a', 'u2'), 1], [name('a', 'u1', 'other'), 2])
    const mine = draftShelf(shelf, owner('a'))
    expect([await mine.find(), shelf.size()]).toEqual([undefined, 2])
    mine.close()
  })
})

test("nobody gets another operator's basket, and rubbish is no draft", async () => {
  const shelf = memory()
  const other = draftShelf(shelf, owner('a', 'u2'))
  other.save(draft(1))
  other.close()
  shelf.setItem('yibao.counter.draft:u1@s1:t:x', '{"version":1}')
  const mine = draftShelf(shelf, owner('b'))
  expect(await mine.find()).toBeUndefined()
  mine.close()
})
