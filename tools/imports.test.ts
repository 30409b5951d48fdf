import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { menuRows } from '@yibao/shared/menu.ts'
import { expect, test } from 'vitest'
import { root } from './root.ts'
import { sourcesIn, targetOf } from './sources.ts'

// Who may import whom (docs/ARCHITECTURE.md): what a lint pattern cannot see is checked over the import graph.

const rooms = ['shared', 'server', 'agent', 'console']
const sources = sourcesIn(rooms)

/** The modules a source file imports: repository paths for relative and workspace imports, bare names for packages. */
const importsOf = (file: string, text: string): string[] =>
  [...text.matchAll(/(?:^|\n)\s*(?:import|export)\s[^'"`;]*?from\s+['"]([^'"]+)['"]|import\(['"]([^'"]+)['"]\)/g)].map(
    (m) => targetOf(file, (m[1] ?? m[2])!),
  )

interface Rule {
  name: string
  breaks: (from: string, to: string) => boolean
  example: [from: string, to: string]
}

const room = (path: string) => path.split('/')[0]!
const local = (path: string) => rooms.includes(room(path))
const isTest = (path: string) => /\.test\.tsx?$|\/test\//.test(path)
// Pages of a menu section live in its folder; the others stand by themselves, their parts in a folder of their name.
const sections = new Set(menuRows.filter(({ section }) => section).map(({ path }) => path.split('/')[1]))
const page = (path: string) => {
  const [first = '', second] = /^console\/src\/pages\/(.+)/.exec(path)?.[1]?.split('/') ?? []
  const name = sections.has(first) ? second : first
  return name?.replace(/\.tsx?$/, '') || undefined
}

// How a Chinese name is spelled is no part of the interface: the simulator's goods are found by it as the shop's are.
const pinyin = 'shared/src/initials.ts'

const rules: Rule[] = [
  {
    name: 'shared imports only zod',
    breaks: (from, to) =>
      from.startsWith('shared/src') && !isTest(from) && !to.startsWith('shared/') && to !== 'zod/mini',
    example: ['shared/src/call.ts', 'fastify'],
  },
  {
    name: 'server, agent and console import shared and never each other',
    breaks: (from, to) => local(from) && local(to) && room(to) !== room(from) && room(to) !== 'shared',
    example: ['console/src/main.tsx', 'server/src/app.ts'],
  },
  {
    name: 'handlers never import fastify',
    breaks: (from, to) => from.startsWith('server/src/domains/') && !isTest(from) && /^(@?fastify)/.test(to),
    example: ['server/src/domains/auth/handlers.ts', 'fastify'],
  },
  {
    name: 'centre and simulator share data files and nothing else',
    breaks: (from, to) =>
      (from.startsWith('server/src/centre/') && to.startsWith('server/src/simulator/')) ||
      (from.startsWith('server/src/simulator/') &&
        local(to) &&
        !to.startsWith('server/src/simulator/') &&
        to !== pinyin),
    example: ['server/src/simulator/main.ts', 'server/src/centre/client.ts'],
  },
  {
    name: 'only agent/src/dll and agent/src/os know koffi',
    breaks: (from, to) => to === 'koffi' && !isTest(from) && !/^agent\/src\/(dll|os)\//.test(from),
    example: ['agent/src/gateway/routes.ts', 'koffi'],
  },
  {
    name: 'the kit never imports a page',
    breaks: (from, to) => from.startsWith('console/src/kit/') && to.startsWith('console/src/pages/'),
    example: ['console/src/kit/list.tsx', 'console/src/pages/permission/user-management.tsx'],
  },
  {
    name: 'a page never imports another page',
    breaks: (from, to) => page(from) !== undefined && page(to) !== undefined && page(from) !== page(to),
    example: ['console/src/pages/permission/one.tsx', 'console/src/pages/permission/two.tsx'],
  },
  {
    name: 'a clerk reverses through the counter, which asks what is claimed; only a repair and recovery do not ask',
    breaks: (from, to) =>
      to === 'server/src/domains/settlement/reverse.ts' &&
      !isTest(from) &&
      !/^server\/src\/domains\/(counter\/reverse\.ts|(reconciliation|settlement)\/)/.test(from),
    example: ['server/src/domains/counter/handlers.ts', 'server/src/domains/settlement/reverse.ts'],
  },
]

const imported = new Map(
  sources.map((file) => [file, new Set(importsOf(file, readFileSync(join(root, file), 'utf8')))]),
)

test.each(rules)('$name', ({ breaks, example }) => {
  const broken = [...imported].flatMap(([from, all]) =>
    [...all].filter((to) => breaks(from, to)).map((to) => `${from} → ${to}`),
  )
  expect(broken).toEqual([])
  expect(breaks(...example), 'the rule must see its own forbidden example').toBe(true)
})

/** Files (or rooms) of which each reaches the others and is reached by them: Tarjan's strongly connected components. */
const circlesOf = (graph: ReadonlyMap<string, ReadonlySet<string>>): string[][] => {
  const place = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  const visit = (one: string) => {
    place.set(one, place.size)
    lowest.set(one, place.get(one)!)
    open.push(one)
    for (const next of graph.get(one) ?? []) {
      if (!place.has(next)) visit(next)
      if (open.includes(next)) lowest.set(one, Math.min(lowest.get(one)!, lowest.get(next)!))
    }
    if (lowest.get(one) !== place.get(one)) return
    const circle = open.splice(open.indexOf(one))
    if (circle.length > 1) circles.push(circle.toSorted())
  }
  for (const one of graph.keys()) if (!place.has(one)) visit(one)
  return circles
}

const graph = new Map([...imported].filter(([file]) => !isTest(file)))

test('no files import each other in a circle, not for a type and not behind a page either', () => {
  expect(circlesOf(graph)).toEqual([])
  const example = { a: ['b'], b: ['c', 'd'], c: ['a'], d: [] }
  expect(circlesOf(new Map(Object.entries(example).map(([from, to]) => [from, new Set(to)])))).toEqual([
    ['a', 'b', 'c'],
  ])
})

/** Which rooms know which, by what their files import. */
const roomsBy = (roomOf: (file: string) => string | undefined) => {
  const rooms = new Map<string, Set<string>>()
  for (const [file, imports] of graph) {
    const from = roomOf(file)
    const to = [...imports].map(roomOf).filter((name) => name !== undefined && name !== from) as string[]
    if (from) rooms.set(from, new Set([...(rooms.get(from) ?? []), ...to]))
  }
  return rooms
}

test('the rooms of the agent stand one above the other', () => {
  const rooms = roomsBy((file) => /^agent\/src\/([^/]+)\//.exec(file)?.[1])
  expect(circlesOf(rooms)).toEqual([])
  expect(rooms.get('gateway')?.has('cloud'), 'the walk must see rooms').toBe(true)
})

test('the rooms of the gateway stand one above the other, and between them what lies beside them', () => {
  const rooms = roomsBy((file) => /^agent\/src\/gateway\/([^/]+)/.exec(file)?.[1])
  expect(circlesOf(rooms)).toEqual([])
  expect(rooms.get('web')?.has('door'), 'the walk must see rooms').toBe(true)
})

/** The rooms of the console, the lowest first; `''` are those of one subject each, between the kit and who shows them. */
const consoleRooms = ['state', 'api', 'agent', 'kit', '', 'login', 'shell', 'pages']

test('the rooms of the console stand one above the other', () => {
  const rooms = roomsBy((file) => /^console\/src\/([^/]+)\//.exec(file)?.[1])
  expect(circlesOf(rooms)).toEqual([])
  expect(rooms.get('kit')?.has('api'), 'the walk must see rooms').toBe(true)
  const floor = (name: string) => consoleRooms.indexOf(consoleRooms.includes(name) ? name : '')
  const upwards = (all: ReadonlyMap<string, ReadonlySet<string>>) =>
    [...all].flatMap(([from, to]) =>
      [...to].filter((name) => floor(name) > floor(from)).map((name) => `${from} → ${name}`),
    )
  expect(upwards(rooms)).toEqual([])
  const example = new Map(Object.entries({ kit: new Set(['api', 'orders']), orders: new Set(['kit', 'shell']) }))
  expect(upwards(example)).toEqual(['kit → orders', 'orders → shell'])
})

/** The rooms of the server, the lowest first: none runs what stands above it. Types may say what a part is like. */
const serverRooms = ['base', 'process', 'secrets', 'database', 'call', 'centre', 'domains', 'seed', 'jobs', 'plugins']

test('the rooms of the server stand one above the other by what they run', () => {
  const floor = (file: string) => serverRooms.indexOf(/^server\/src\/([^/]+)\//.exec(file)?.[1] ?? '')
  const upwards = (from: string, text: string) =>
    importsOf(from, text.replaceAll(/^import type .*$/gm, '')).filter((to) => floor(to) > floor(from))
  const broken = [...graph.keys()]
    .filter((file) => floor(file) >= 0)
    .flatMap((file) => upwards(file, readFileSync(join(root, file), 'utf8')).map((to) => `${file} → ${to}`))
  expect(broken).toEqual([])
  const example =
    "import { newId } from '../base/ids.ts'\nimport { callerOf } from '../domains/permission/viewing.ts'\n"
  expect(upwards('server/src/call/serve.ts', example)).toEqual(['server/src/domains/permission/viewing.ts'])
})

/** The floors of the server's domains, the lowest first (docs/ARCHITECTURE.md): none knows what stands above its own. */
const floors = {
  'who and where': 'organisation system auth page attendance permission statistics agent-command',
  'the house itself':
    'message operation-log service-hit telling centre-call dictionary plugin node cache driver release slow-sql sql-version',
  'goods and people': 'card catalogue staff stock hint',
  'a purchase': 'order slip visit prescription audit sale settlement',
  'our book': 'book',
  'money after it': 'reconciliation collection liquidation clearing',
  'what is run by them':
    'agent filing initialization sign-in config counter organ company acceptance approval report report-delivery transfer outpatient',
}

test('the domains of the server stand one above the other, each on its floor', () => {
  const domains = roomsBy((file) => /^server\/src\/domains\/([^/]+)\//.exec(file)?.[1])
  expect(circlesOf(domains)).toEqual([])
  expect(domains.get('settlement')?.has('order'), 'the walk must see domains').toBe(true)
  const floorOf = new Map(
    Object.values(floors).flatMap((names, floor) => names.split(' ').map((name) => [name, floor])),
  )
  const homeless = [...domains.keys()].filter((name) => !floorOf.has(name))
  expect(homeless, 'name a new domain on a floor of `floors`, none below that of a domain it imports').toEqual([])
  const upwards = [...domains].flatMap(([from, to]) =>
    [...to].filter((name) => floorOf.get(name)! > floorOf.get(from)!).map((name) => `${from} → ${name}`),
  )
  expect(upwards).toEqual([])
})

test('the rooms of reconciliation stand one above the other, and between them what lies beside them', () => {
  const rooms = roomsBy((file) => /^server\/src\/domains\/reconciliation\/([^/]+)/.exec(file)?.[1])
  expect(circlesOf(rooms)).toEqual([])
  expect(rooms.get('month')?.has('day'), 'the walk must see rooms').toBe(true)
})

test('no source file is longer than 300 lines', () => {
  const long = sources
    .filter((file) => !isTest(file) && !/\/(seed|migrations|vocabulary)\//.test(file))
    .map((file) => [file, readFileSync(join(root, file), 'utf8').split('\n').length] as const)
    .filter(([, lines]) => lines > 301)
  expect(long).toEqual([])
})

test('a bench never comes upon vitest, without which it runs', () => {
  const benches = readdirSync(join(root, 'tests', 'bench'), { encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join('tests', 'bench', name))
  const way = new Map(benches.map((file) => [file, file]))
  for (const [file, from] of way) {
    if (!/\.tsx?$/.test(file)) continue
    for (const to of importsOf(file, readFileSync(join(root, file), 'utf8')))
      if (!way.has(to)) way.set(to, `${from} → ${to}`)
  }
  expect(way.get('vitest')).toBeUndefined()
  expect(way.has('playwright-core'), 'the walk must see packages').toBe(true)
})
