import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useRunning } from './use-running.ts'

test('of one row one thing is done at a time, by whichever button or key; of another row another', async () => {
  const went: string[] = []
  let end = () => {}
  const until = new Promise<void>((resolve) => {
    end = resolve
  })
  const work = (name: string) => async (row: { id: string }) => {
    went.push(`${name} ${row.id}`)
    await until
  }
  let actions = { accept: work('accept'), handle: work('handle') }
  const Bench = () => {
    ;[actions] = useRunning(actions)
    return null
  }
  renderToString(<Bench />)
  const runs = [actions.accept({ id: 'd1' }), actions.handle({ id: 'd1' }), actions.handle({ id: 'd2' })]
  expect(went).toEqual(['accept d1', 'handle d2'])
  end()
  await Promise.all(runs)
  void actions.handle({ id: 'd1' })
  expect(went).toHaveLength(3)
})
