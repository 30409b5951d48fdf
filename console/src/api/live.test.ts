import { expect, test } from 'vitest'
import { onNews, tellLive } from './live.ts'

test('who waits for an event is called by it and by anew, for it may have been missed; nobody after the end', () => {
  const heard: unknown[] = []
  const end = onNews('progress', (event) => heard.push(event?.progressId))
  tellLive('progress', { progressId: 'p1', percentage: 5, finished: false })
  tellLive('anew', {})
  tellLive('message', { id: 'm1' })
  end()
  tellLive('anew', {})
  tellLive('progress', { progressId: 'p2', percentage: 5, finished: false })
  expect(heard).toEqual(['p1', undefined])
})
