import type { Manifest, Step, Task } from './manifest.ts'
import type { Decode, Param } from './param.ts'

// What the schema cannot say: names that must exist, patterns that must compile, and money calls that must never be
// made twice.

const stepsOfTask = (task: Task): Step[] => [
  ...task.steps,
  ...task.steps.flatMap((step) => ('fallback' in step ? step.fallback.steps : [])),
  ...(task.finally ?? []),
]

const stepsOf = ({ init, tasks }: Manifest): Step[] => [...init, ...Object.values(tasks).flatMap(stepsOfTask)]

const names = (params: readonly Param[]) => params.map(({ name }) => name)

const compiles = (pattern: string) => {
  try {
    return Boolean(new RegExp(pattern))
  } catch {
    return false
  }
}

const patternsOf = (decode: Decode | undefined): string[] => {
  if (decode === undefined || typeof decode === 'string' || 'json' in decode) return []
  return 'text' in decode ? [decode.text] : Object.values(decode.match)
}

const wrongParams = (fn: string, params: readonly Param[]): string[] => {
  const has = (name: string, type: Param['type']) => params.some((p) => p.name === name && p.type === type)
  return params.flatMap((param) => {
    const problems: string[] = []
    if (param.type === 'buf' && param.length && !has(param.length, 'i32*'))
      problems.push(`${fn} 的 ${param.length} 不是 i32* 参数，不能作长度`)
    if ('sizeOf' in param && param.sizeOf && !has(param.sizeOf, 'buf'))
      problems.push(`${fn} 的 ${param.sizeOf} 不是缓冲区，取不到大小`)
    if (param.type === 'buf' && !patternsOf(param.decode).every(compiles))
      problems.push(`${fn} 的 ${param.name} 有不能用的匹配规则`)
    return problems
  })
}

const wrongFunctions = ({ functions }: Manifest): string[] =>
  Object.entries(functions).flatMap(([fn, { params, errorText, triesLeft, returns }]) => {
    const problems = wrongParams(fn, params)
    if (new Set(names(params)).size !== params.length) problems.push(`${fn} 有重名的参数`)
    if (errorText && !params.some(({ name, type }) => name === errorText && type === 'buf'))
      problems.push(`${fn} 没有缓冲区 ${errorText}，取不到错误文字`)
    if (triesLeft && !compiles(triesLeft)) problems.push(`${fn} 的剩余次数规则不能用`)
    if (returns.type === 'cstr' && !patternsOf(returns.decode).every(compiles))
      problems.push(`${fn} 的返回值有不能用的匹配规则`)
    return problems
  })

const wrongSteps = (manifest: Manifest): string[] =>
  stepsOf(manifest).flatMap((step) => {
    if (!('fn' in step)) return []
    const spec = Object.hasOwn(manifest.functions, step.fn) ? manifest.functions[step.fn] : undefined
    if (!spec) return [`步骤调用了没有定义的函数 ${step.fn}`]
    const problems = 'fallback' in step && spec.class === 'money' ? [`${step.fn} 涉及资金，不能有备用步骤`] : []
    const known = names(spec.params)
    const stray = Object.keys(step.args ?? {}).filter((arg) => !known.includes(arg))
    return [...problems, ...stray.map((arg) => `${step.fn} 没有参数 ${arg}`)]
  })

/** Where arguments are taken from, however deep; one with a default of its own may find nothing. */
const sourcesOf = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  if ('from' in value) return 'default' in value ? [] : [String(value.from)]
  return Object.values(value).flatMap(sourcesOf)
}

const nameOf = (step: Step) => step.as ?? ('fn' in step ? step.fn : step.ask)

/** A path that leads nowhere would be an empty argument or a card without a field, and nobody would know why. */
const strayPaths = ({ settings }: Manifest, steps: readonly Step[], results: readonly string[]): string[] => {
  const places = ['args', ...steps.map(nameOf)]
  const leads = (path: string) => {
    const [first = '', second = ''] = path.split('.')
    return first === 'settings' ? Object.hasOwn(settings, second) : places.includes(first)
  }
  const from = steps.flatMap((step) => sourcesOf(step.args)).filter((path) => !leads(path))
  return [
    ...from.map((path) => `步骤取 ${path}，没有这个参数或步骤`),
    ...results.filter((path) => !leads(path)).map((path) => `结果取 ${path}，没有这个步骤`),
  ]
}

const wrongPaths = (manifest: Manifest): string[] => [
  ...strayPaths(manifest, manifest.init, []),
  ...Object.values(manifest.tasks).flatMap((task) => {
    const results = Object.values(task.result).flatMap((path) =>
      typeof path === 'string' ? path : Object.values(path),
    )
    return strayPaths(manifest, stepsOfTask(task), results)
  }),
]

/** Everything that contradicts itself in a manifest, one Chinese sentence each. */
export const contradictions = (manifest: Manifest): string[] => [
  ...(!manifest.files === !manifest.simulator ? ['必须写明动态库文件 files 或模拟器 simulator，二者之一'] : []),
  ...wrongSteps(manifest),
  ...wrongPaths(manifest),
  ...wrongFunctions(manifest),
]
