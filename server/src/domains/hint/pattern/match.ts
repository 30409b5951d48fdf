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

/** The places a program is at, each once, in the order in which a backtracking engine would try them. */
class Places {
  readonly steps: Int32Array
  readonly starts: Int32Array
  count = 0
  readonly #seen: Int32Array
  #turn = 0

  constructor(size: number) {
    this.steps = new Int32Array(size)
    this.starts = new Int32Array(size)
    this.#seen = new Int32Array(size)
  }

  clear(): void {
    this.count = 0
    this.#turn++
  }

  /** Goes on from a step to those that wait for a character, or have found. */
  add(
    program: readonly Step[],
    text: readonly string[],
    { from, start, at }: { from: number; start: number; at: number },
  ) {
    const todo = [from]
    for (let step = todo.pop(); step !== undefined; step = todo.pop()) {
      if (this.#seen[step] === this.#turn) continue
      this.#seen[step] = this.#turn
      const next = program[step]!
      if (next.op === 'jump') todo.push(next.to)
      else if (next.op === 'fork') todo.push(next.second, next.first)
      else if (next.op !== 'edge') {
        this.steps[this.count] = step
        this.starts[this.count++] = start
      } else if (atEdge(next.edge, text, at)) todo.push(step + 1)
    }
  }
}

/** Tests of the characters a match may begin with; undefined when it may begin without one. */
const beginnings = (program: readonly Step[]): ((char: string) => boolean)[] | undefined => {
  if (program.some(({ op }) => op === 'edge')) return undefined
  const places = new Places(program.length)
  places.clear()
  places.add(program, [], { from: 0, start: 0, at: 0 })
  const steps = Array.from(places.steps.subarray(0, places.count), (step) => program[step]!)
  return steps.every((step) => step.op === 'one') ? steps.map((step) => step.test) : undefined
}

interface Matcher {
  program: Step[]
  begins: ReturnType<typeof beginnings>
}

/**
 * Finds a pattern the way JavaScript does, leftmost first, in one pass: at each character every step of the program is
 * visited at most once, so no pattern that a person writes can take longer than its length times that of the text.
 */
const run = ({ program, begins }: Matcher, text: readonly string[]): Found | undefined => {
  let found: Found | undefined
  let here = new Places(program.length)
  let next = new Places(program.length)
  here.clear()
  for (let at = 0; at <= text.length; at++) {
    // Most of a text begins no match: nothing is set up for it.
    if (begins && !here.count && !found && (at === text.length || !begins.some((test) => test(text[at]!)))) continue
    if (!found) here.add(program, text, { from: 0, start: at, at })
    next.clear()
    for (let i = 0; i < here.count; i++) {
      const start = here.starts[i]!
      const now = program[here.steps[i]!]!
      if (now.op === 'found') {
        found = { start, end: at }
        break
      }
      if (now.op === 'one' && at < text.length && now.test(text[at]!))
        next.add(program, text, { from: here.steps[i]! + 1, start, at: at + 1 })
    }
    if (found && !next.count) break
    ;[here, next] = [next, here]
  }
  return found
}

const known = new Map<string, Matcher | PatternProblem>()
const mostKnown = 5000

const matcherOf = (source: string): Matcher | PatternProblem => {
  const matcher = known.get(source)
  if (matcher) return matcher
  if (known.size >= mostKnown) known.clear()
  let made: Matcher | PatternProblem
  try {
    const program = compilePattern(source)
    made = { program, begins: beginnings(program) }
  } catch (fault) {
    if (!(fault instanceof PatternProblem)) throw fault
    made = fault
  }
  known.set(source, made)
  return made
}

/** Why a pattern cannot be used; undefined when it can. */
export const problemOfPattern = (source: string): string | undefined => {
  const matcher = matcherOf(source)
  return matcher instanceof PatternProblem ? matcher.message : undefined
}

/** The first place of a pattern in a text, given as its characters; one that cannot be used is found nowhere. */
export const findPattern = (source: string, text: readonly string[]): Found | undefined => {
  const matcher = matcherOf(source)
  return matcher instanceof PatternProblem ? undefined : run(matcher, text)
}
