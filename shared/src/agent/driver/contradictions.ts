import type { Manifest, Step } from './manifest.ts'
import type { Decode, Param } from './param.ts'

// What the schema cannot say: names that must exist, patterns that must compile, and money calls that must never be
// made twice.

const stepsOf = ({ init, tasks }: Manifest): Step[] => [
  ...init,
  ...Object.values(tasks).flatMap((task) => [
    ...task.steps,
    ...task.steps.flatMap((step) => ('fallback' in step ? step.fallback.steps : [])),
    ...(task.finally ?? []),
  ]),
]

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

/** Everything that contradicts itself in a manifest, one Chinese sentence each. */
export const contradictions = (manifest: Manifest): string[] => [
  ...(!manifest.files === !manifest.simulator ? ['必须写明动态库文件 files 或模拟器 simulator，二者之一'] : []),
  ...wrongSteps(manifest),
  ...wrongFunctions(manifest),
]
