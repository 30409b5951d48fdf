import * as z from 'zod/mini'
import { errorRow, functionSchema, type Param, pattern } from './signature.ts'

// A driver is a folder with driver.json and its files. Clients name a driver id and a function; paths, types and
// success rules are in here and nowhere on the wire (DESIGN 8).

/** A library file: a bare name inside the driver's folder, pinned by its hash. `needs` are files it loads itself. */
const fileSchema = z.strictObject({
  file: z.string().check(pattern(/^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,80}$/, 'a bare file name')),
  sha256: z.optional(z.string().check(pattern(/^[0-9a-f]{64}$/, 'a lowercase sha256'))),
  needs: z.optional(z.array(z.string())),
})

/** A value of a step: a literal, `{from: 'args.iType'}` (with `default`), or `{json: …}` = such values as JSON text. */
const valueSchema: z.ZodMiniType<Value> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.null(),
    z.strictObject({ from: z.string(), default: z.optional(z.union([z.string(), z.number(), z.null()])) }),
    z.strictObject({ json: z.record(z.string(), z.unknown()) }),
  ]),
)
export type Value = string | number | null | { from: string; default?: string | number | null } | { json: object }

const stepFields = {
  args: z.optional(z.record(z.string(), valueSchema)),
  /** Name under which later steps and the result find this step; the function's name when absent. */
  as: z.optional(z.string()),
}
const plainStep = z.union([
  z.strictObject({ fn: z.string(), ...stepFields }),
  // Something only the cloud can give, e.g. the answer of the encryption machine.
  z.strictObject({ ask: z.string(), ...stepFields }),
])
const stepSchema = z.union([
  plainStep,
  z.strictObject({
    fn: z.string(),
    ...stepFields,
    /** When the call answers one of these return codes, these steps replace it (domain.md 6.1, HSM fallback). */
    fallback: z.strictObject({ codes: z.array(z.number()), steps: z.array(plainStep) }),
  }),
])
export type Step = z.infer<typeof stepSchema>

/** What one verb does with this driver: calls in order, calls made whatever happened, and where the answer's fields are. */
const taskSchema = z.strictObject({
  steps: z.array(stepSchema).check(z.minLength(1)),
  finally: z.optional(z.array(z.strictObject({ fn: z.string(), ...stepFields }))),
  /** Field -> 'step.param' or deeper; a map below a name makes an object. */
  result: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.string())])),
})
export type Task = z.infer<typeof taskSchema>

const taskName = pattern(/^(read\.(socialCard|idCard|eVoucher|socialECard)|pin\.(verify|change))$/, 'a known task')

export const platforms = ['win32-ia32', 'win32-x64', 'linux-x64'] as const
export const driverKinds = ['socialCard', 'eVoucher', 'idCard', 'settlement', 'printer'] as const

export const manifestSchema = z.strictObject({
  id: z.string().check(pattern(/^[a-z0-9][a-z0-9-]{1,40}$/, 'a driver id')),
  name: z.string().check(z.minLength(1)),
  version: z.string().check(pattern(/^\d+\.\d+\.\d+$/, 'a version')),
  kind: z.enum(driverKinds),
  /** Preferred bitness where files of both exist. */
  bits: z.union([z.literal(32), z.literal(64)]),
  files: z.optional(z.partialRecord(z.enum(platforms), fileSchema)),
  /** Name of a built-in simulator instead of files. */
  simulator: z.optional(z.string()),
  encoding: z._default(z.enum(['gbk', 'utf8']), 'gbk'),
  convention: z._default(z.enum(['cdecl', 'stdcall']), 'stdcall'),
  /** Folders inside the driver's folder where its dependencies are; never the search path. */
  deps: z._default(z.array(z.string().check(pattern(/^(\.|[^\\/:.][^\\/:]{0,60})$/, 'a folder of the driver'))), ['.']),
  /** Environment variables the library needs besides the system's few. */
  env: z._default(z.record(z.string(), z.string()), {}),
  /** Some libraries look for their ini beside the executable of the process (agent.md 9.5). */
  hostBesideDll: z._default(z.boolean(), false),
  /** What an installation sets (address of the front machine, port); steps read it as `settings.x`. */
  settings: z._default(z.record(z.string(), z.strictObject({ title: z.string(), default: z.string() })), {}),
  /** Called once after every load, before the first call (agent.md 9.4). */
  init: z._default(z.array(z.strictObject({ fn: z.string(), ...stepFields })), []),
  functions: z.record(z.string(), functionSchema),
  tasks: z._default(z.record(z.string().check(taskName), taskSchema), {}),
  /** Return code (or code in the JSON answer) -> meaning; a key that is no code ('expired') is known by its text alone. */
  errors: z._default(z.record(z.string(), errorRow), {}),
})
export type Manifest = z.infer<typeof manifestSchema>

const stepsOf = ({ init, tasks }: Manifest): Step[] => [
  ...init,
  ...Object.values(tasks).flatMap((task) => [
    ...task.steps,
    ...task.steps.flatMap((step) => ('fallback' in step ? step.fallback.steps : [])),
    ...(task.finally ?? []),
  ]),
]

const names = (params: readonly Param[]) => params.map(({ name }) => name)

/** What the schema cannot say: names that must exist, and money calls that must never be made twice. */
const contradictions = (manifest: Manifest): string[] => {
  const problems: string[] = []
  if (!manifest.files === !manifest.simulator) problems.push('either files or a simulator')
  for (const step of stepsOf(manifest)) {
    if (!('fn' in step)) continue
    const spec = manifest.functions[step.fn]
    if (!spec) problems.push(`a step calls ${step.fn}, which is no function`)
    else if ('fallback' in step && spec.class === 'money') problems.push(`${step.fn} moves money: no fallback`)
    for (const arg of Object.keys(step.args ?? {}))
      if (spec && !names(spec.params).includes(arg)) problems.push(`${step.fn} has no parameter ${arg}`)
  }
  for (const [fn, { params, errorText }] of Object.entries(manifest.functions)) {
    if (new Set(names(params)).size !== params.length) problems.push(`${fn} names a parameter twice`)
    if (errorText && !names(params).includes(errorText)) problems.push(`${fn} has no parameter ${errorText}`)
    for (const param of params)
      if (param.type === 'buf' && param.length && !params.some((p) => p.name === param.length && p.type === 'i32*'))
        problems.push(`${fn}: ${param.length} is no i32* parameter`)
  }
  return problems
}

/** Checks the parsed text of a driver.json; throws an Error naming the first things that are wrong. */
export const parseManifest = (json: unknown): Manifest => {
  const parsed = manifestSchema.safeParse(json)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]!
    throw new Error(`${issue.path.join('.')}: ${issue.message}`)
  }
  const problems = contradictions(parsed.data)
  if (problems.length) throw new Error(problems.join('; '))
  return parsed.data
}

/** A function of a driver by the name a client gave; undefined for anything else, 'constructor' included. */
export const functionOf = ({ functions }: Manifest, name: string) =>
  Object.hasOwn(functions, name) ? functions[name] : undefined
