import { type Node, PatternProblem, parsePattern } from './parse.ts'

/** One instruction; `fork` tries its first place before its second. */
export type Step =
  | { op: 'one'; test: (char: string) => boolean }
  | { op: 'edge'; edge: 'start' | 'end' | 'word' | 'inside' }
  | { op: 'fork'; first: number; second: number }
  | { op: 'jump'; to: number }
  | { op: 'found' }

/** Instructions of one pattern: with the length of a text they bound the work of a match. */
export const mostSteps = 500

const emit = (program: Step[], step: Step): number => {
  if (program.length >= mostSteps) throw new PatternProblem('展开后太大，请减少 {m,n} 的次数')
  return program.push(step) - 1
}

/** A fork whose places are known later: [its number, the place to go on, the place to leave for]. */
const fork = (program: Step[], greedy: boolean) => {
  const at = emit(program, { op: 'fork', first: 0, second: 0 })
  return (go: number, leave: number) => {
    program[at] = { op: 'fork', first: greedy ? go : leave, second: greedy ? leave : go }
    return at
  }
}

const choose = (program: Step[], parts: readonly Node[]): void => {
  const [first, ...rest] = parts
  if (!first) return
  if (!rest.length) {
    put(program, first)
    return
  }
  const split = fork(program, true)
  const go = program.length
  put(program, first)
  const end = emit(program, { op: 'jump', to: 0 })
  split(go, program.length)
  choose(program, rest)
  program[end] = { op: 'jump', to: program.length }
}

const repeat = (program: Step[], { node, min, max, greedy }: Extract<Node, { kind: 'times' }>): void => {
  for (let i = 0; i < min; i++) {
    const from = program.length
    put(program, node)
    // Nothing, however often: no count of it may cost time.
    if (program.length === from) return
  }
  if (max === Number.POSITIVE_INFINITY) {
    const split = fork(program, greedy)
    const go = program.length
    put(program, node)
    const back = emit(program, { op: 'jump', to: 0 })
    program[back] = { op: 'jump', to: split(go, program.length) }
    return
  }
  const splits: [split: ReturnType<typeof fork>, go: number][] = []
  for (let i = min; i < max; i++) {
    splits.push([fork(program, greedy), program.length])
    put(program, node)
  }
  for (const [split, go] of splits) split(go, program.length)
}

const put = (program: Step[], node: Node): void => {
  if (node.kind === 'one') emit(program, { op: 'one', test: node.test })
  else if (node.kind === 'edge') emit(program, { op: 'edge', edge: node.edge })
  else if (node.kind === 'all') for (const part of node.parts) put(program, part)
  else if (node.kind === 'any') choose(program, node.parts)
  else repeat(program, node)
}

/** The instructions of a pattern; throws PatternProblem. */
export const compilePattern = (source: string): Step[] => {
  const program: Step[] = []
  put(program, parsePattern(source))
  emit(program, { op: 'found' })
  return program
}
