import { beforeEach, expect, test, vi } from 'vitest'
import { errors, states } from './service-api.ts'
import { ensureService, stopService } from './service-control.ts'

// What the service manager answers, one answer after the other; the last one stays.
const answers = { control: [] as number[], state: [] as number[], access: true }
let error = 0
const next = (list: number[]) => (list.length > 1 ? list.shift()! : list[0]!)
const handle = {}
const api = {
  openManager: () => handle,
  open: () => handle,
  create: () => handle,
  close: () => true,
  change2: () => true,
  toDescriptor: () => true,
  setSecurity: () => {
    error = 5
    return answers.access
  },
  control: vi.fn(() => {
    error = next(answers.control)
    return error === 0
  }),
  query: (_: unknown, status: number[]) => {
    status[1] = next(answers.state)
    return true
  },
  lastError: () => error,
}
vi.mock('./service-api.ts', async (original) => ({ ...(await original<object>()), serviceApi: () => api }))

beforeEach(() => {
  Object.assign(answers, { control: [0], state: [states.stopped], access: true })
  vi.clearAllMocks()
})

test('a service that was told to stop before is waited for, not told of as a fault', async () => {
  Object.assign(answers, {
    control: [errors.takesNoWord, errors.notActive],
    state: [states.stopPending, states.stopped],
  })
  await stopService('YibaoAgent')
  expect(answers.state).toEqual([states.stopped])
})

test('one that is just starting is told as soon as it listens', async () => {
  Object.assign(answers, { control: [errors.takesNoWord, errors.takesNoWord, 0] })
  await stopService('YibaoAgent')
  expect(api.control).toHaveBeenCalledTimes(3)
})

test('one that may not be stopped is a fault', async () => {
  answers.control = [5]
  await expect(stopService('YibaoAgent')).rejects.toThrow('Windows error 5')
})

test('a service that its account would not be allowed to start is no service that was made', async () => {
  const spec = { name: 'YibaoAgentUpdate', title: '更新', description: '更新', command: 'x', start: 'demand' } as const
  const made = () => ensureService({ ...spec, accounts: ['LocalSystem'], access: 'D:(A;;LCRPRC;;;BA)' })
  expect(await made()).toBe('LocalSystem')
  answers.access = false
  await expect(made()).rejects.toThrow('SetServiceObjectSecurity: Windows error 5')
})
