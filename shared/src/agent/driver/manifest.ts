import * as z from 'zod/mini'
import { conventions, errorRow, functionSchema } from './function.ts'
import { encodings, pattern } from './param.ts'

// A driver is a folder with driver.json and its files. Clients name a driver id and a function; paths, types and
// success rules are in here and nowhere on the wire (DESIGN 8).

/** A library file: a bare name inside the driver's folder, pinned by its hash. `needs` are files it loads itself. */
const fileSchema = z.strictObject({
  file: z.string().check(pattern(/^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,80}$/, '不带文件夹的文件名')),
  sha256: z.optional(z.string().check(pattern(/^[0-9a-f]{64}$/, '64 位小写十六进制的 SHA-256'))),
  needs: z.optional(z.array(z.string())),
})

/**
 * A value of a step: a literal, `{from: 'args.iType'}` (with `default`; `as: 'number'` where settings, which are texts,
 * must become numbers inside JSON), or `{json: …}` = such values as JSON text.
 */
const valueSchema: z.ZodMiniType<Value> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.null(),
    z.strictObject({
      from: z.string(),
      default: z.optional(z.union([z.string(), z.number(), z.null()])),
      as: z.optional(z.literal('number')),
    }),
    z.strictObject({ json: z.record(z.string(), z.unknown()) }),
  ]),
)
export type Value =
  | string
  | number
  | null
  | { from: string; default?: string | number | null; as?: 'number' }
  | { json: object }

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

const taskName = pattern(
  /^(read\.(socialCard|idCard|eVoucher|socialECard)|pin\.(verify|change))$/,
  'read.socialCard、read.idCard、read.eVoucher、read.socialECard、pin.verify 或 pin.change',
)

const platforms = ['win32-ia32', 'win32-x64', 'linux-x64'] as const
const driverKinds = ['socialCard', 'eVoucher', 'idCard', 'settlement', 'printer'] as const

export const manifestSchema = z.strictObject({
  id: z.string().check(pattern(/^[a-z0-9][a-z0-9-]{1,40}$/, '驱动编号（小写字母、数字和连字符）')),
  name: z.string().check(z.minLength(1)),
  version: z.string().check(pattern(/^\d+\.\d+\.\d+$/, '1.2.3 这样的版本号')),
  kind: z.enum(driverKinds),
  /** Preferred bitness where files of both exist. */
  bits: z.union([z.literal(32), z.literal(64)]),
  files: z.optional(z.partialRecord(z.enum(platforms), fileSchema)),
  /** Name of a built-in simulator instead of files. */
  simulator: z.optional(z.string()),
  encoding: z._default(z.enum(encodings), 'gbk'),
  convention: z._default(z.enum(conventions), 'stdcall'),
  /** Folders inside the driver's folder where its dependencies are; never the search path. */
  deps: z._default(z.array(z.string().check(pattern(/^(\.|[^\\/:.][^\\/:]{0,60})$/, '驱动文件夹里的一层文件夹'))), [
    '.',
  ]),
  /** Environment variables the library needs besides the system's few. */
  env: z._default(z.record(z.string(), z.string()), {}),
  /** Some libraries look for their ini beside the executable of the process (agent.md 9.5). */
  hostBesideDll: z._default(z.boolean(), false),
  /** The library uses COM: sta = it is called in a single-threaded apartment, as a window's program would (Windows only). */
  threading: z.optional(z.literal('sta')),
  /** The library writes logs or pictures into its own folder (agent.md 9.4). */
  writable: z._default(z.boolean(), false),
  /** What an installation sets (address of the front machine, port); steps read it as `settings.x`. */
  settings: z._default(
    z.record(z.string(), z.strictObject({ title: z.string(), default: z.string(), secret: z.optional(z.boolean()) })),
    {},
  ),
  /** Called once after every load, before the first call (agent.md 9.4). */
  init: z._default(z.array(z.strictObject({ fn: z.string(), ...stepFields })), []),
  functions: z.record(z.string(), functionSchema),
  tasks: z._default(z.record(z.string().check(taskName), taskSchema), {}),
  /** Return code (or code in the JSON answer) -> meaning; a key that is no code ('expired') is known by its text alone. */
  errors: z._default(z.record(z.string(), errorRow), {}),
})
export type Manifest = z.infer<typeof manifestSchema>
