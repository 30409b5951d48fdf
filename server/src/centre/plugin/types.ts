/** What a mapping can do with a field; a closed list (docs/PLUGINS.md). */
export const verbs = ['rename', 'node', 'constant', 'default', 'type', 'date', 'omit'] as const
export type Verb = (typeof verbs)[number]

/** One line of a mapping. `node` and `name` are the standard's; `value` is the centre's name, a value or a layout. */
export interface Rule {
  verb: Verb
  node: string
  /** '' for the verb node. */
  name: string
  value: string
  /** Line of its file, from 1. */
  line: number
}

/** What becomes of a transaction's address. What is absent stays as the area's profile says. */
export interface Route {
  path?: string
  infver?: string
  timeoutMs?: number
  /** Repeats where nothing arrived; questions only. */
  retries?: number
}

/** The three things of one transaction that a service can be in force for. */
const parts = ['in', 'out', 'route'] as const
export type Part = (typeof parts)[number]

/** A service in force, by which people find it. */
export interface PluginService {
  /** Code of the plugin and of its service. */
  plugin: string
  version: string
  service: string
  /** Both names, as a text shows them. */
  label: string
}
export interface MappingInForce extends PluginService {
  rules: readonly Rule[]
}
export interface RouteInForce extends PluginService {
  route: Route
}

/** What plugins do to one transaction of an area. */
export interface PluginForce {
  in?: MappingInForce
  out?: MappingInForce
  route?: RouteInForce
}

/** What plugins do in an area, by transaction; absent where nothing is bound. */
export type PluginForces = Readonly<Record<string, PluginForce>>

/** A message that a service had a part in. */
export interface PluginUse extends PluginService {
  infno: string
  ms: number
  /** What the service could not do, without any value. */
  fault?: string
}
