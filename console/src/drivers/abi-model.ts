import { ManifestProblem, parseManifest, readManifestText } from '@yibao/shared/agent/driver/read-manifest.ts'

// Between a manifest's JSON and the flat rows of its forms. A row is put back over what it came from, so that what no
// form shows (patterns, nested steps) stays.

export type Json = Record<string, unknown>

const object = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {})
const list = (value: unknown): Json[] => (Array.isArray(value) ? value.map(object) : [])
const words = (value: unknown): string[] =>
  String(value ?? '')
    .split(/[,，\s]+/)
    .filter(Boolean)

/** Without what is not filled in. */
const filled = (json: Json): Json => Object.fromEntries(Object.entries(json).filter(([, value]) => value !== undefined))

const decodeKind = (decode: unknown) => {
  if (decode === undefined || typeof decode === 'string') return decode ?? 'cstr'
  return Object.keys(object(decode)).find((key) => ['split', 'columns', 'json', 'text'].includes(key))
}

const fieldsText = (decode: unknown): string | undefined => {
  const { fields, columns, text } = object(decode)
  if (Array.isArray(fields)) return fields.join(',')
  if (columns)
    return Object.entries(object(columns))
      .map((pair) => pair.join(':'))
      .join(',')
  return text as string | undefined
}

/** A parameter as a row. */
export const paramRow = (param: Json): Json => ({
  ...{ name: param.name, dir: param.dir, type: param.type },
  bytes: param.bytes ?? param.maxBytes,
  link: param.sizeOf ?? param.length,
  decode: param.type === 'buf' ? decodeKind(param.decode) : undefined,
  separator: object(param.decode).split,
  fields: param.type === 'buf' ? fieldsText(param.decode) : undefined,
})

const decodeOf = (row: Json, before: unknown): unknown => {
  const kept = decodeKind(before) === row.decode ? object(before) : {}
  switch (row.decode) {
    case 'split':
      return { ...kept, split: row.separator ?? '|', fields: words(row.fields) }
    case 'columns':
      return { ...kept, columns: Object.fromEntries(words(row.fields).map(column)) }
    case 'json':
      return { json: kept.json ?? {} }
    case 'text':
      return { text: row.fields ?? '' }
    default:
      return row.decode ?? 'cstr'
  }
}
const column = (pair: string): [string, number] => {
  const [name = '', width] = pair.split(':')
  return [name, Number(width)]
}

/** What each type has beside name, direction and type. */
const detailsOf = (row: Json, before: Json): Json => {
  const { bytes = 1024, link, type } = row
  if (type === 'struct' || type === 'callback') return before
  if (type === 'str' || type === 'bytes') return { ...before, maxBytes: bytes }
  if (type === 'buf') return { ...before, bytes, length: link, decode: decodeOf(row, before.decode) }
  if (type === 'null' || type === 'handle') return before
  return { ...before, sizeOf: link }
}

/** A row put back over the parameter it came from; a parameter of another type starts anew. */
export const withParamRow = (row: Json, before: Json = {}): Json => {
  const { name, type } = row
  const onlyIn = !['buf', 'i32*', 'handle', 'struct'].includes(String(type))
  const dir = onlyIn ? 'in' : type === 'buf' && row.dir === 'in' ? 'out' : row.dir
  return filled({ ...detailsOf(row, before.type === type ? before : {}), name, dir, type })
}

/** The functions by name. A text that is being written has some without parameters, or what is no function yet. */
export const functionsOf = (manifest: Json): Record<string, Json & { params: Json[] }> =>
  Object.fromEntries(
    Object.entries(object(manifest.functions)).map(([name, spec]) => [
      name,
      { ...object(spec), params: list(object(spec).params) },
    ]),
  )

const okText = (ok: unknown) => (Array.isArray(ok) ? ok.join(',') : ok)
const okOf = (text: unknown): unknown => {
  const said = String(text ?? '').trim()
  if (/^(>=|<=|>|<)/.test(said)) return said
  return words(said).map((one) => (String(Number(one)) === one ? Number(one) : one))
}

/** A function's own fields; its parameters are rows of their own. */
export const functionRow = (spec: Json): Json => {
  const { class: kind, timeoutMs, symbol, convention, returns, errorText } = spec
  const { type, ok } = object(returns)
  return { class: kind, timeoutMs, symbol, convention, returns: type, ok: okText(ok), errorText }
}

/**
 * The function with its form's fields: another result type drops what was said of the former, and `ok` goes where none
 * is judged.
 */
export const withFunctionRow = (row: Json, before: Json): Json => {
  const { returns: type, ok, ...own } = row
  const former = object(before.returns)
  const kept = former.type === type ? former : { type }
  const judged = type === 'void' || type === 'handle' || (type === 'cstr' && !ok)
  const { ok: _, ...rest } = kept
  return filled({ ...before, ...own, returns: judged ? rest : { ...rest, ok: okOf(ok) } })
}

/** The error texts of a manifest as rows of a table, each with its name as `key`. */
export const errorRows = (errors: unknown): Json[] =>
  Object.entries(object(errors)).map(([key, row]) => ({ key, ...object(row) }))
/** The rows back as a manifest keeps them, by name; of two with one name the later stays. */
export const withErrorRows = (rows: readonly Json[]): Json =>
  Object.fromEntries(rows.map(({ key, code, text }) => [String(key ?? ''), { code, text: text ?? '' }]))

/** The driver's own fields for a form; of the steps of `init` only the function names, in one text. */
export const driverRow = (manifest: Json): Json => {
  const { name, encoding = 'gbk', convention = 'stdcall', writable, hostBesideDll, init } = manifest
  return {
    name,
    encoding,
    convention,
    writable,
    hostBesideDll,
    init: list(init)
      .map(({ fn }) => fn)
      .join(', '),
  }
}

/** The manifest with the form's fields; a step of `init` whose function is still named keeps what else it says. */
export const withDriverRow = (row: Json, before: Json): Json => {
  const steps = list(before.init)
  const init = words(row.init).map((fn) => steps.find((step) => step.fn === fn) ?? { fn })
  return filled({ ...before, ...row, init })
}

/** What keeps a manifest from being used, in Chinese; undefined when nothing does. */
export const manifestProblem = (manifest: unknown): string | undefined => {
  try {
    parseManifest(manifest)
    return undefined
  } catch (error) {
    return error instanceof ManifestProblem ? error.message : '驱动说明读不出来'
  }
}

/** The manifest in a text, or what is wrong with it. */
export const readText = (text: string): { manifest?: Json; problem?: string } => {
  try {
    const manifest = readManifestText(text) as Json
    return { manifest, problem: manifestProblem(manifest) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

/** The first code that two rows have. */
export const repeatedKey = (rows: readonly Json[]): string | undefined => {
  const keys = rows.map(({ key }) => String(key ?? ''))
  return keys.find((key, i) => keys.indexOf(key) !== i)
}

/** What a driver is started with, by its setting's name. */
export const settingRow = (manifest: Json): Record<string, { title: string; default: string }> =>
  Object.fromEntries(
    Object.entries(object(manifest.settings)).map(([name, setting]) => {
      const { title = name, default: standard = '' } = object(setting)
      return [name, { title: String(title), default: String(standard) }]
    }),
  )

/** The manifest with the form's values as the defaults of its settings; an empty one is ''. */
export const withSettingRow = (row: Json, before: Json): Json => {
  const settings = Object.entries(object(before.settings)).map(([name, setting]) => [
    name,
    { ...object(setting), default: String(row[name] ?? '') },
  ])
  return { ...before, settings: Object.fromEntries(settings) }
}
