import type { Day } from './bench.ts'

/** What is waited for, and what ends the waiting. */
export const signal = (): [Promise<void>, () => void] => {
  let end = () => {}
  const waited = new Promise<void>((resolve) => {
    end = resolve
  })
  return [waited, end]
}

/**
 * Holds the first 2601 on our side of the line, and counts them by what they undo; later ones may be refused. `release`
 * puts everything back, whatever became of the test.
 */
export const holdUndo = (day: Day, { refusing = false } = {}) => {
  const client = day.deps.services.centre.of('320500')
  const [reached, arrived] = signal()
  const [gate, go] = signal()
  const sent: string[] = []
  client.send = async (body, which, waiting) => {
    if (which === '2601') {
      sent.push(String(JSON.parse(body).input.data.omsgid))
      arrived()
      if (sent.length === 1) await gate
      else if (refusing) return { kind: 'refused', message: '系统繁忙', ms: 1 }
    }
    return Object.getPrototypeOf(client).send.call(client, body, which, waiting)
  }
  const release = () => {
    Reflect.deleteProperty(client, 'send')
    go()
  }
  return { reached, go, sent, release }
}
