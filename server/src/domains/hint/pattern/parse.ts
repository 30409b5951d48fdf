/** A regular expression as a tree. `one` is a single character, told by a test that cannot backtrack. */
export type Node =
  | { kind: 'one'; test: (char: string) => boolean }
  | { kind: 'all'; parts: Node[] }
  | { kind: 'any'; parts: Node[] }
  | { kind: 'times'; node: Node; min: number; max: number; greedy: boolean }
  | { kind: 'edge'; edge: 'start' | 'end' | 'word' | 'inside' }

/** Why a pattern cannot be used, as a Chinese text. */
export class PatternProblem extends Error {}

const edges = { '^': 'start', $: 'end', '\\b': 'word', '\\B': 'inside' } as const
/** One character's worth of an expression: an escape, a class, or the character itself. */
const atom = /\\(?:u\{[0-9a-f]+\}|u[0-9a-f]{4}|x[0-9a-f]{2}|c[a-z]|p\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|./isuy
const times = /(?:[*+?]|\{(\d+)(,?)(\d*)\})(\??)/y

/** A class or escape asks the engine about one character, which takes one step. */
const single = (source: string): Node => {
  const asked = new RegExp(`^${source}$`, 'u')
  const plain = !/[\\[.]/.test(source)
  return { kind: 'one', test: plain ? (char) => char === source : (char) => asked.test(char) }
}

class Reader {
  readonly source: string
  at = 0

  constructor(source: string) {
    this.source = source
  }

  take(text: string): boolean {
    const there = this.source.startsWith(text, this.at)
    if (there) this.at += text.length
    return there
  }

  match(re: RegExp): RegExpExecArray | null {
    re.lastIndex = this.at
    const found = re.exec(this.source)
    if (found) this.at += found[0].length
    return found
  }

  get next(): string | undefined {
    return this.source[this.at]
  }
}

const group = (reader: Reader): Node => {
  if (reader.take('?') && !reader.take(':')) {
    // A name is no more than brackets; everything else looks around.
    if (!/^<[^=!]/.test(reader.source.slice(reader.at))) throw new PatternProblem('不支持前后查找（?=、?!、?<=、?<!）')
    reader.match(/<[^>]*>/y)
  }
  const inner = either(reader)
  reader.take(')')
  return inner
}

const piece = (reader: Reader): Node => {
  if (reader.take('(')) return group(reader)
  const source = reader.match(atom)![0]
  if (Object.hasOwn(edges, source)) return { kind: 'edge', edge: edges[source as keyof typeof edges] }
  if (/^\\[1-9k]/.test(source)) throw new PatternProblem('不支持引用前面的括号（\\1、\\k）')
  return single(source)
}

const repeated = (reader: Reader): Node => {
  const node = piece(reader)
  const found = reader.match(times)
  if (!found) return node
  const [sign, from, comma, to, lazy] = found
  const min = from === undefined ? (sign[0] === '+' ? 1 : 0) : Number(from)
  const max =
    from === undefined
      ? sign[0] === '?'
        ? 1
        : Number.POSITIVE_INFINITY
      : comma
        ? to
          ? Number(to)
          : Number.POSITIVE_INFINITY
        : min
  return { kind: 'times', node, min, max, greedy: !lazy }
}

const sequence = (reader: Reader): Node => {
  const parts: Node[] = []
  while (reader.next !== undefined && reader.next !== '|' && reader.next !== ')') parts.push(repeated(reader))
  return { kind: 'all', parts }
}

const either = (reader: Reader): Node => {
  const parts = [sequence(reader)]
  while (reader.take('|')) parts.push(sequence(reader))
  return { kind: 'any', parts }
}

/** Reads a JavaScript expression (unicode rules) without look-around and back references; throws PatternProblem. */
export const parsePattern = (source: string): Node => {
  try {
    // The engine checks the syntax; nothing is matched with it.
    new RegExp(source, 'u')
  } catch {
    throw new PatternProblem('写法不正确，请检查括号、方括号和反斜杠是否成对')
  }
  return either(new Reader(source))
}
