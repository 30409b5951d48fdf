import { isReleasePath, releaseVersion } from '@yibao/shared/agent/release.ts'
import { sha256 } from '@yibao/shared/agent/wire-fields.ts'
import * as z from 'zod/mini'
import { mappingProblems, partsOf, routeProblems } from '../../centre/plugin/check-rules.ts'
import { type Mapping, type PluginProblem, readRules } from '../../centre/plugin/read-rules.ts'
import type { Part, Route } from '../../centre/plugin/types.ts'
import { profileOf } from '../../centre/profiles.ts'

/** The text behind each signature of a package: its first line keeps it from being taken for anything else signed. */
export const pluginText = (manifest: string) => `yibao-plugin-1\n${manifest}`

/** Manifest and signatures, at the top of every package. */
export const signedFile = 'plugin.json'

export const pluginLimits = { files: 50, bytes: 4 * 1024 * 1024, zipped: 2 * 1024 * 1024, services: 60 } as const

const codeOf = z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{1,39}$/))
const nameOf = z.string().check(z.regex(/^[^\p{Cc}\p{Cf}]{1,60}$/u))
const infnoOf = z.string().check(z.regex(/^\d{4}[A-Z]?$/))
const path = z.string().check(z.refine(isReleasePath))

const mapping = z.strictObject({
  ...{ kind: z.literal('mapping'), code: codeOf, name: nameOf, infno: infnoOf },
  /** The file of its rules. */
  rules: path,
})
const route = z.strictObject({
  ...{ kind: z.literal('route'), code: codeOf, name: nameOf, infno: infnoOf },
  path: z.optional(z.string()),
  infver: z.optional(z.string()),
  timeoutMs: z.optional(z.int()),
  retries: z.optional(z.int()),
})
const manifest = z.strictObject({
  code: codeOf,
  name: nameOf,
  version: releaseVersion,
  /** The oldest server it can be used with. */
  minServer: releaseVersion,
  areas: z.array(z.string().check(z.regex(/^\d{6}$/))).check(z.minLength(1), z.maxLength(200)),
  changes: z.string().check(z.maxLength(4000)),
  services: z
    .array(z.discriminatedUnion('kind', [mapping, route]))
    .check(z.minLength(1), z.maxLength(pluginLimits.services)),
  files: z
    .array(z.strictObject({ path, size: z.int().check(z.minimum(0)), sha256 }))
    .check(z.maxLength(pluginLimits.files)),
})
export type PluginManifest = z.infer<typeof manifest>

/** A service as its package declares it, its rules read. */
export interface Declared {
  code: string
  name: string
  kind: 'mapping' | 'route'
  infno: string
  mapping?: Mapping
  route?: Route
}

/** The parts of its transaction that a service would be in force for. */
export const partsOfService = ({ mapping: rules, route: way }: Declared): Part[] => [
  ...(rules ? partsOf(rules) : []),
  ...(way ? (['route'] as const) : []),
]

const places: Record<string, string> = {
  ...{ code: '编号', name: '名称', version: '版本', minServer: '需要的服务器版本', areas: '适用区划', changes: '变更' },
  ...{ services: '服务', files: '文件', kind: '种类', infno: '交易', rules: '规则文件', path: '路径' },
}
const placeOf = (parts: readonly PropertyKey[]) =>
  parts
    .map((part) => {
      if (typeof part === 'number') return `第 ${part + 1} 项 `
      const name = String(part)
      return Object.hasOwn(places, name) ? `${places[name]}（${name}）` : name
    })
    .join('')
    .trim()

/** The manifest of a package; a problem names the place that does not fit. */
export const readManifest = (text: string): { manifest: PluginManifest } | { problems: PluginProblem[] } => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return { problems: [{ place: signedFile, text: '清单不是有效的 JSON' }] }
  }
  const parsed = manifest.safeParse(value)
  if (parsed.success) return { manifest: parsed.data }
  const found = parsed.error.issues.map((issue) => ({
    place: `清单 ${placeOf(issue.path)}`,
    text: issue.code === 'unrecognized_keys' ? `有不认识的项 ${issue.keys.join('、')}` : '缺少，或不符合要求',
  }))
  return { problems: found }
}

const twice = (values: readonly string[]) => values.find((value, i) => values.indexOf(value) !== i)

const declaredOf = (
  service: PluginManifest['services'][number],
  texts: ReadonlyMap<string, string>,
): { declared: Declared; problems: PluginProblem[] } => {
  const { code, name, kind, infno } = service
  if (kind === 'route') {
    const { path: way, infver, timeoutMs, retries } = service
    return { declared: { code, name, kind, infno, route: { path: way, infver, timeoutMs, retries } }, problems: [] }
  }
  const text = texts.get(service.rules)
  if (text === undefined)
    return {
      declared: { code, name, kind, infno, mapping: { in: [], out: [] } },
      problems: [{ place: `服务 ${code}`, text: `包里没有规则文件 ${service.rules}` }],
    }
  const { mapping: read, problems } = readRules(text, service.rules)
  return { declared: { code, name, kind, infno, mapping: read }, problems }
}

/** The services of a package against the tables of each edition its areas speak; empty problems = it can be used. */
export const readServices = (
  { services, areas, files }: PluginManifest,
  texts: ReadonlyMap<string, string>,
): { services: Declared[]; problems: PluginProblem[] } => {
  const editions = [...new Set(areas.map((area) => profileOf(area, '').edition))]
  const doubled = twice(services.map(({ code }) => code)) ?? twice(files.map((one) => one.path.toLowerCase()))
  const problems: PluginProblem[] = doubled === undefined ? [] : [{ place: '清单', text: `${doubled} 出现了两次` }]
  const declared = services.map((service) => {
    const read = declaredOf(service, texts)
    problems.push(...read.problems)
    const place = service.kind === 'mapping' ? service.rules : `服务 ${service.code}`
    const { mapping: rules, route: way } = read.declared
    for (const edition of editions)
      problems.push(
        ...(rules ? mappingProblems(edition, service.infno, rules, place) : []),
        ...(way ? routeProblems(edition, service.infno, way, place) : []),
      )
    return read.declared
  })
  const taken = twice(declared.flatMap((one) => partsOfService(one).map((part) => `交易 ${one.infno} 的 ${part}`)))
  if (taken) problems.push({ place: '清单', text: `${taken} 有两个服务` })
  return {
    services: declared,
    problems: problems.filter(
      (one, i) => problems.findIndex((o) => o.place === one.place && o.text === one.text) === i,
    ),
  }
}
