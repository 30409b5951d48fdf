import { compilePattern, type Step } from './compile.ts'
import { PatternProblem } from './parse.ts'

/** Where a pattern was found, in characters. */
export interface Found {
  start: number
  end: number
}

const isWord = (char: string | undefined) => char !== undefined && /^\w$/.test(char)

const atEdge = (edge: string, text: readonly string[], at: number): boolean => {
  if (edge === 'start') return at === 0
  if (edge === 'end') return at === text.length
  return (isWord(text[at - 1]) !== isWord(text[at])) === (edge === 'word')
}

/** The places the program is at, each once, in the order a backtracking engine would try them. */
class Places {
  readonly list: { step: number; start: number }[] = []
  readonly #seen = new Set<number>()
  readonly #program: readonly Step[]
  readonly #text: readonly string[]

  constructor(program: readonly Step[], text: readonly string[]) {
    this.#program = program
    this.#text = text
  }

  /** Goes on from a step to the characters it waits for. */
  add(from: number, start: number, at: number): void {
    const todo = [from]
    for (let step = todo.pop(); step !== undefined; step = todo.pop()) {
      if (this.#seen.has(step)) continue
      this.#seen.add(step)
      const next = this.#program[step]!
      if (next.op === 'jump') todo.push(next.to)
      else if (next.op === 'fork') todo.push(next.second, next.first)
      else if (next.op !== 'edge') this.list.push({ step, start })
      else if (atEdge(next.edge, this.#text, at)) todo.push(step + 1)
    }
  }
}

/**
 * Finds a pattern the way JavaScript does, leftmost first, in one pass: at each character every step of the program is
 * visited at most once, so no pattern that a person writes can take longer than its length times that of the text.
 */
const run = (program: readonly Step[], text: readonly string[]): Found | undefined => {
  let found: Found | undefined
  let here = new Places(program, text)
  for (let at = 0; at <= text.length; at++) {
    if (!found) here.add(0, at, at)
    const next = new Places(program, text)
    for (const { step, start } of here.list) {
      const now = program[step]!
      if (now.op === 'found') {
        found = { start, end: at }
        break
      }
      if (now.op === 'one' && at < text.length && now.test(text[at]!)) next.add(step + 1, start, at + 1)
    }
    if (found && !next.list.length) break
    here = next
  }
  return found
}

const known = new Map<string, Step[] | PatternProblem>()
const mostKnown = 5000

const programOf = (source: string): Step[] | PatternProblem => {
  const program = known.get(source)
  if (program) return program
  if (known.size >= mostKnown) known.clear()
  let made: Step[] | PatternProblem
  try {
    made = compilePattern(source)
  } catch (fault) {
    if (!(fault instanceof PatternProblem)) throw fault
    made = fault
  }
  known.set(source, made)
  return made
}

/** Why a pattern cannot be used; undefined when it can. */
export const problemOfPattern = (source: string): string | undefined => {
  const program = programOf(source)
  return program instanceof PatternProblem ? program.message : undefined
}

/** The first place of a pattern in a text; a pattern that cannot be used is found nowhere. */
export const findPattern = (source: string, text: string): Found | undefined => {
  const program = programOf(source)
  return program instanceof PatternProblem ? undefined : run(program, [...text])
}
