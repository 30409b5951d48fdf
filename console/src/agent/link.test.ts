import type { Hello } from '@yibao/shared/agent/entities.ts'
import type { EventFrame } from '@yibao/shared/agent/protocol.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Surroundings } from './find.ts'
import type { Position } from './socket.ts'
import { aroundOf } from './test/around.ts'
import { stateTexts } from './texts.ts'

// The link over the days of a counter: restarts, sleep, two tabs. Each tab is an instance of the module of its own.

interface Socket {
  base: string
  position: Position
  /** Where it resumed the events. */
  from: Position
  onEvent: (event: EventFrame) => void
  onWelcome: (reset: boolean) => void
  onClose: (code: number) => void
}
/** Port the agent answers on; undefined = nobody does. */
let port: number | undefined
let permission: Awaited<ReturnType<Surroundings['permission']>>
let hellos = 0
/** Where another program answers. */
let strangers: string[] = []
let pairing: Hello['pairing'] = 'enrolled'
const sockets: Socket[] = []
const opened: string[] = []
const stored: Record<string, string> = {}
/** Who leads and waits to lead, the listeners for sleep and permission, and the line between the tabs. */
let leads: (() => void)[] = []
let awake: (() => void)[] = []
let allowed: (() => void)[] = []
let tabs: ((message: unknown) => void)[] = []
let version = 1
/** Where the agent's events stand. */
let stream = { stream: 's', since: 0 }
/** Why the agent gives no session. */
let refusal: { message: string; code: string; tips: string } | undefined
/** What a refusal is to the tab that was opened first, which leads. */
let Fault: typeof import('../api/error.ts')['CallError'] | undefined

const around = aroundOf(
  async (base) => {
    hellos += 1
    if (strangers.includes(base)) return { status: 'ok' } as unknown as Hello
    if (base !== `http://127.0.0.1:${port}`) throw new TypeError('Failed to fetch')
    const protocol = { min: version, max: version }
    return { product: 'yibao-agent', version: '1', protocol, agentId: 'a1', pairing, time: 0 } as Hello
  },
  { permission: async () => permission },
)

vi.mock('./awake.ts', () => ({ onAwake: (listener: () => void) => void awake.push(listener) }))
vi.mock('./key.ts', () => ({ getBrowserKey: async () => ({ jkt: 'jkt' }) }))
vi.mock('./wire.ts', () => ({
  openSession: async (base: string, _id: string, grant: object) => {
    if (refusal && 'ticket' in grant) throw new Fault!(refusal.message, refusal)
    opened.push(base)
    const from = { ...stream }
    return { accessToken: `token-${opened.length}`, wsTicket: 'w', expiresAt: Date.now() + 900_000, from, proven }
  },
}))
vi.mock('./socket.ts', () => ({
  openSocket: (
    base: string,
    _ticket: string,
    position: Position,
    listeners: Omit<Socket, 'base' | 'position' | 'from'>,
  ) => {
    sockets.push({ base, position, from: { ...position }, ...listeners })
    return { close: () => undefined }
  },
}))
vi.mock('./leader.ts', () => ({
  becomeLeader: (_: string, lead: () => void) => {
    leads.push(lead)
    if (leads.length === 1) lead()
    return () => {
      const led = leads[0] === lead
      leads = leads.filter((one) => one !== lead)
      if (led) leads[0]?.()
    }
  },
  openChannel: (_: string, hear: (message: unknown) => void) => {
    tabs.push(hear)
    const send = (message: unknown) => {
      for (const tab of tabs) if (tab !== hear) tab(message)
    }
    return { send }
  },
}))
/** Whether the agent shows that it is the one, and whether the server says that it does. */
let proven: boolean | undefined
let signs: boolean | undefined
vi.mock('../api/index.ts', () => ({ callServer: async () => ({ ticket: 'ticket', signs }) }))
let token = 'token'
vi.mock('../state/session.ts', () => ({ readToken: () => token }))
vi.mock('../state/storage.ts', () => ({
  isViewWindow: () => viewing,
  isOwnWindow: () => viewing,
  readJson: (_: string, otherwise: unknown) => otherwise,
  readText: (key: string) => stored[key],
  readWindow: () => '',
  writeText: (key: string, value: string) => {
    stored[key] = value
  },
}))

/** Whether the tab that is asked looks through somebody else's eyes. */
let viewing = false

const openTab = async (own: Partial<Surroundings> = {}) => {
  vi.resetModules()
  vi.doMock('./surroundings.ts', () => ({
    surroundings: () => ({ ...around, ...own }),
    onPermission: async (listener: () => void) => void allowed.push(listener),
  }))
  const link = await import('./link.ts')
  Fault ??= (await import('../api/error.ts')).CallError
  const { onAgentEvent } = await import('./news.ts')
  const { useAgent } = await import('./store.ts')
  const heard: string[] = []
  onAgentEvent(({ event }) => void heard.push(event))
  link.startLink()
  await vi.advanceTimersByTimeAsync(0)
  return { ...link, heard, useAgent, state: () => useAgent.getState().state, error: () => useAgent.getState().error }
}

/** An event that the tab that leads hears. */
const happen = (event: EventFrame['event']) => {
  stream.since += 1
  const { position, onEvent } = sockets[0]!
  position.since = stream.since
  onEvent({ seq: stream.since, event, data: {} } as EventFrame)
}

beforeEach(() => {
  viewing = false
  ;[proven, signs] = [undefined, undefined]
  ;[token, stream, Fault] = ['token', { stream: 's', since: 0 }, undefined]
  vi.useFakeTimers()
  vi.stubGlobal('location', { origin: 'https://console.example' })
  ;[port, permission, version, hellos, refusal, strangers] = [47610, 'granted', 1, 0, undefined, []]
  ;[leads, awake, allowed, tabs] = [[], [], [], []]
  sockets.length = 0
  opened.length = 0
  for (const key of Object.keys(stored)) delete stored[key]
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('an agent that restarts is stopped meanwhile, and found again by itself, on another port if it has to be', async () => {
  const tab = await openTab()
  expect([tab.state(), opened]).toEqual(['connected', ['http://127.0.0.1:47610']])
  port = undefined
  sockets[0]!.onClose(1006)
  expect(tab.state()).toBe('stopped')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tab.state()).toBe('stopped')
  // Somebody else has its port by now.
  port = 47611
  await vi.advanceTimersByTimeAsync(60_000)
  expect([tab.state(), (await tab.currentSession()).base]).toEqual(['connected', 'http://127.0.0.1:47611'])
  // The socket that died before has nothing to say about the one that lives.
  sockets[0]!.onClose(1006)
  expect(tab.state()).toBe('connected')
})

test.each([
  ['one port', [47611]],
  ['every port', [47610, 47611, 47612]],
])(
  'a stranger who answers at %s meanwhile changes nothing of that: what is sent looks for the agent',
  async (_, ports) => {
    vi.stubGlobal('window', globalThis)
    const tab = await openTab()
    const { sendFrame } = await import('./erp.ts')
    const { reach } = await import('./reach.ts')
    port = undefined
    strangers = ports.map((n) => `http://127.0.0.1:${n}`)
    sockets[0]!.onClose(1006)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tab.state()).toBe('stopped')
    const sent = sendFrame({ id: 'r1', type: 'result', billNo: 'XS1', revision: 1, body: {} } as never)
    const failed = expect(sent).rejects.toMatchObject({ code: 'agent.stopped' })
    await vi.advanceTimersByTimeAsync(0)
    await failed
    strangers = []
    port = 47610
    const reached = reach()
    await vi.advanceTimersByTimeAsync(0)
    expect([await reached, tab.state()]).toEqual([true, 'connected'])
  },
)

test('a program in the agent’s place is said to be one, also on a PC that had its agent, and left within seconds once it may be the agent', async () => {
  const tab = await openTab()
  expect(tab.state()).toBe('connected')
  ;[proven, signs] = [false, true]
  sockets[0]!.onClose(1006)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(tab.state()).toBe('foreign')
  // What is printed or sent meanwhile looks once more, as with one that has stopped.
  const { reach } = await import('./reach.ts')
  const before = hellos
  const reached = reach()
  await vi.advanceTimersByTimeAsync(0)
  expect([await reached, hellos > before]).toEqual([false, true])
  // It was the agent after all, gone back to a version of before: so its heartbeat says.
  signs = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect(tab.state()).toBe('connected')
})

test('the agent that served the page itself and greets late is asked again at once: nobody reads that it is not installed', async () => {
  let greetings = 0
  const tab = await openTab({
    servedByAgent: true,
    hello: async () => {
      greetings += 1
      return greetings > 1 ? around.hello(`http://127.0.0.1:${port}`, 0) : Promise.reject(new TypeError('aborted'))
    },
  })
  expect(tab.state()).toBe('stopped')
  await vi.advanceTimersByTimeAsync(1000)
  expect([tab.state(), greetings]).toEqual(['connected', 2])
})

test('an agent that answers and gives no session says why and what to do', async () => {
  refusal = { message: '本机磁盘已满或不能写入', code: 'DISK_FULL', tips: '请清理磁盘后重试' }
  const tab = await openTab()
  await vi.waitFor(() => expect(tab.error()).toBe('本机磁盘已满或不能写入。请清理磁盘后重试'))
  expect(tab.state()).toBe('stopped')
})

test('a clock that is wrong is said, by the state and to whoever wants a card, until it is right', async () => {
  refusal = { message: '本机时间不准确', code: 'CLOCK_SKEW', tips: '请校准本机时间后重试' }
  const tab = await openTab()
  await vi.waitFor(() => expect(tab.state()).toBe('clock'))
  const read = tab.currentSession().catch((fault: { code: string }) => fault.code)
  await vi.advanceTimersByTimeAsync(0)
  expect(await read).toBe('agent.clock')
  refusal = undefined
  await vi.advanceTimersByTimeAsync(60_000)
  expect(tab.state()).toBe('connected')
})

test('an agent that has run out of its policy is not said to have a wrong clock: it may have been without its server', async () => {
  pairing = 'expired'
  try {
    const tab = await openTab()
    expect(tab.state()).toBe('expired')
    expect(stateTexts.expired).toMatchObject({ word: '久未联网', meaning: expect.stringContaining('没有连上云服务') })
    const read = tab.currentSession().catch((fault: { code: string }) => fault.code)
    await vi.advanceTimersByTimeAsync(0)
    expect(await read).toBe('agent.expired')
    pairing = 'enrolled'
    await vi.advanceTimersByTimeAsync(60_000)
    expect(tab.state()).toBe('connected')
  } finally {
    pairing = 'enrolled'
  }
})

test('a result for the ERP that meets an agent that is away fails as that: this PC has an ERP all the same', async () => {
  vi.stubGlobal('window', globalThis)
  await openTab()
  const { sendFrame } = await import('./erp.ts')
  port = undefined
  sockets[0]!.onClose(1006)
  const sent = sendFrame({ id: 'r1', type: 'result', billNo: 'XS1', revision: 1, body: {} } as never)
  // SPEC 8's text, and where to look: who is no frame of an ERP's reads that it runs in none.
  const failed = expect(sent).rejects.toMatchObject({
    ...{ code: 'agent.stopped', message: expect.stringMatching(/^不运行在ERP环境 /) },
    tips: '本机助手没有应答，请点击右上角「助手」查看',
  })
  await vi.advanceTimersByTimeAsync(0)
  await failed
})

test('it is asked ever more seldom while it is away, and at once when the PC wakes', async () => {
  const tab = await openTab()
  port = undefined
  sockets[0]!.onClose(1006)
  await vi.advanceTimersByTimeAsync(600_000)
  const before = hellos
  await vi.advanceTimersByTimeAsync(60_000)
  expect((hellos - before) / 3).toBeLessThan(4)
  port = 47610
  awake[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(tab.state()).toBe('connected')
})

test('a server that answers again is a reason to look at once: where the agent passes its answers on it is there', async () => {
  const tab = await openTab()
  const { useLink } = await import('../api/link.ts')
  port = undefined
  sockets[0]!.onClose(1006)
  useLink.setState({ server: 'down' })
  await vi.advanceTimersByTimeAsync(600_000)
  port = 47610
  await vi.advanceTimersByTimeAsync(0)
  expect(tab.state()).toBe('stopped')
  useLink.setState({ server: 'ok' })
  await vi.advanceTimersByTimeAsync(0)
  expect(tab.state()).toBe('connected')
})

test.each(['that leads', 'beside it'])(
  'what is to be printed or sent looks once for an agent that was away: from the tab %s',
  async (which) => {
    const first = await openTab()
    const tab = which === 'that leads' ? first : await openTab()
    // The modules of the tab that was opened last.
    const { reach } = await import('./reach.ts')
    port = undefined
    sockets[0]!.onClose(1006)
    await vi.advanceTimersByTimeAsync(600_000)
    expect(tab.state()).toBe('stopped')
    const asked = async () => {
      const answer = reach()
      await vi.advanceTimersByTimeAsync(0)
      return answer
    }
    expect(await asked()).toBe(false)
    port = 47610
    expect([await asked(), tab.state(), opened.length]).toEqual([true, 'connected', 2])
    const before = hellos
    expect([await asked(), hellos]).toEqual([true, before])
  },
)

test('a session that ended while the PC slept is replaced when it wakes; one that lives is left alone', async () => {
  const tab = await openTab()
  awake[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(opened).toHaveLength(1)
  vi.setSystemTime(Date.now() + 2 * 3600_000)
  awake[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(opened).toHaveLength(2)
  expect((await tab.currentSession()).accessToken).toBe('token-2')
})

test('two tabs have one session; events reach both; the second takes over when the first is closed', async () => {
  const first = await openTab()
  const second = await openTab()
  expect([first.state(), second.state(), opened.length]).toEqual(['connected', 'connected', 1])
  expect((await second.currentSession()).accessToken).toBe('token-1')
  happen('card.inserted')
  sockets[0]!.onWelcome(true)
  sockets[0]!.onWelcome(false)
  expect(second.heard).toEqual(['reset', 'card.inserted', 'reset'])
  // A refused token: the leader gets another one for both.
  const renewed = second.currentSession(true)
  await vi.advanceTimersByTimeAsync(0)
  expect([(await renewed).accessToken, (await first.currentSession()).accessToken]).toEqual(['token-2', 'token-2'])
  tabs.shift()
  leads[1]!()
  await vi.advanceTimersByTimeAsync(0)
  expect([second.state(), opened.length]).toEqual(['connected', 3])
})

test('the tab that leads next goes on where the one before it stopped, whenever it was opened', async () => {
  await openTab()
  happen('printer.state')
  const second = await openTab()
  happen('card.inserted')
  // Nobody listens while the lead changes.
  stream.since = 3
  tabs.shift()
  leads[1]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(sockets.map(({ from }) => from.since)).toEqual([0, 2])
  expect(second.heard).toEqual(['reset', 'card.inserted'])
})

test('whoever has a session after none reads what the agent has, whatever is being done with it just then', async () => {
  const first = await openTab()
  first.useAgent.setState({ state: 'busy' })
  const second = await openTab()
  expect([second.state(), second.heard]).toEqual(['connected', ['reset']])
  port = undefined
  sockets[0]!.onClose(1006)
  first.useAgent.setState({ state: 'stopped' })
  await first.connect(false)
  // A card is asked for while the agent is not there yet.
  second.useAgent.setState({ state: 'busy' })
  port = 47610
  await first.connect(false)
  expect([first.heard, second.heard]).toEqual([
    ['reset', 'reset'],
    ['reset', 'reset'],
  ])
  expect(second.state()).toBe('connected')
})

test.each(['found', 'paired'])(
  'an agent that a tab without login has %s is given to who logs in beside',
  async (how) => {
    token = ''
    const first = await openTab()
    expect(first.state()).toBe('unpaired')
    if (how === 'paired') await first.pair('123456')
    token = 'token'
    const second = await openTab()
    expect([second.state(), first.state()]).toEqual(['connected', 'connected'])
    expect([await first.currentSession(), await second.currentSession()]).toEqual(
      Array(2).fill(expect.not.objectContaining({ setup: true })),
    )
    expect(second.heard).toEqual(['reset'])
  },
)

test('a program in the place of an agent that has shown itself here is not paired; an agent of before is', async () => {
  ;[token, proven] = ['', false]
  const tab = await openTab()
  await tab.pair('123456')
  proven = true
  await tab.pair('123456')
  proven = false
  await expect(tab.pair('123456')).rejects.toMatchObject({
    code: 'agent.foreign',
    tips: expect.stringContaining('端口'),
  })
})

test('what a person has paired stays where the one who logs in beside gets no session', async () => {
  token = ''
  const first = await openTab()
  await first.pair('123456')
  ;[token, refusal] = ['token', { message: '没有门店', code: 'store.missing', tips: '' }]
  const second = await openTab()
  expect([first.state(), second.state()]).toEqual(['connected', 'noStore'])
  expect(await first.currentSession()).toMatchObject({ setup: true })
})

test.each([
  ['store.missing', 'noStore', 0],
  ['agent.store', 'wrongStore', 8],
] as const)('refused by %s: the light says %s and nothing else while it is tried again', async (code, state, tries) => {
  refusal = { message: '', code, tips: '' }
  const tab = await openTab()
  const [words, before] = [new Set<string>(), hellos]
  tab.useAgent.subscribe((next) => void words.add(next.state))
  await vi.advanceTimersByTimeAsync(240_000)
  expect([tab.state(), [...words].filter((word) => word !== state)]).toEqual([state, []])
  expect(Math.min(hellos - before, 8)).toBe(tries)
  refusal = undefined
  await vi.advanceTimersByTimeAsync(240_000)
  expect(tab.state()).toBe('connected')
})

test('blocked, then allowed in the browser’s own settings: found without a button', async () => {
  permission = 'denied'
  const tab = await openTab()
  expect([tab.state(), hellos]).toEqual(['blocked', 0])
  permission = 'granted'
  allowed[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect(tab.state()).toBe('connected')
})

test('an agent too old is said so, gets no session, and is found once it was updated', async () => {
  version = 0
  const tab = await openTab()
  expect([tab.state(), opened]).toEqual(['tooOld', []])
  version = 1
  await tab.connect(true)
  expect(tab.state()).toBe('connected')
})

test('a tab that is kept from the PC leads nobody and shows its own state, whichever came first', async () => {
  const framedOff = { permission: async () => 'denied' as const, framedOff: () => true }
  const frame = await openTab(framedOff)
  const window = await openTab()
  const later = await openTab(framedOff)
  expect([frame, window, later].map((tab) => tab.state())).toEqual(['framed', 'connected', 'framed'])
  expect([opened.length, leads.length]).toEqual([1, 1])
  // Its own request goes nowhere, so it is refused at once instead of waiting for the one that leads.
  await expect(frame.currentSession()).rejects.toMatchObject({ code: 'agent.absent' })
  // The one that leads looks again at a person's word; what it finds is nothing to the others.
  await later.connect(true)
  await window.connect(true)
  expect([frame, window, later].map((tab) => tab.state())).toEqual(['framed', 'connected', 'framed'])
})

test('a leading tab from which the permission is taken hands over to one that has it, and waits in line once it is back', async () => {
  let mine: typeof permission = 'granted'
  const first = await openTab({ permission: async () => mine })
  const second = await openTab()
  expect([first.state(), second.state(), opened.length]).toEqual(['connected', 'connected', 1])
  mine = 'denied'
  allowed[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect([first.state(), second.state(), opened.length]).toEqual(['blocked', 'connected', 2])
  mine = 'granted'
  allowed[0]!()
  await vi.advanceTimersByTimeAsync(0)
  expect([first.state(), opened.length, (await first.currentSession()).accessToken]).toEqual([
    'connected',
    2,
    'token-2',
  ])
})

test('the question is asked where the button was pressed, and a tab that sees it allowed goes on', async () => {
  permission = 'prompt'
  const first = await openTab()
  const second = await openTab()
  expect([first.state(), second.state(), hellos]).toEqual(['permission', 'permission', 0])
  const { hello } = around
  around.hello = async (base, ms) => {
    permission = 'granted'
    return hello(base, ms)
  }
  await second.connect(true)
  await vi.advanceTimersByTimeAsync(0)
  around.hello = hello
  // The first was told of no change: hearing that the second has a session, it looks for itself.
  expect([second.state(), first.state(), opened.length]).toEqual(['connected', 'connected', 1])
})

test('a tab that views as somebody else looks for no agent and takes no session from the tab beside', async () => {
  const first = await openTab()
  viewing = true
  const view = await openTab()
  const asked = hellos
  await first.connect(true).catch(() => undefined)
  tabs[1]!({
    type: 'session',
    session: { accessToken: 'token-1', expiresAt: Date.now() + 900_000 },
    state: 'connected',
  })
  await view.connect(true)
  await expect(view.currentSession()).rejects.toMatchObject({ code: 'agent.viewing' })
  expect([view.state(), hellos, opened.length]).toEqual(['viewing', asked, 1])
  viewing = false
  expect((await first.currentSession()).accessToken).toBe('token-1')
})
