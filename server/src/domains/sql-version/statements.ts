/** Why a script cannot be executed here, in Chinese. */
export class ScriptProblem extends Error {}

/** One statement of a script and the line it begins at, from 1. */
export interface Statement {
  text: string
  line: number
}

const dollar = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y
const wordChar = /[\w$\u0080-\uffff]/

/** Behind a quoted text that begins at `from`; a doubled quote is part of it, with `escapes` a backslash as well. */
const behindQuote = (text: string, from: number, quote: string, escapes: boolean): number => {
  for (let i = from + 1; i < text.length; i++) {
    if (escapes && text[i] === '\\') i++
    else if (text[i] === quote) {
      if (text[i + 1] !== quote) return i + 1
      i++
    }
  }
  return -1
}

const behindComment = (text: string, from: number): number => {
  let depth = 0
  for (let i = from; i < text.length; i++) {
    const two = text.slice(i, i + 2)
    if (two === '/*') depth++
    else if (two === '*/') depth--
    else continue
    i++
    if (!depth) return i + 1
  }
  return -1
}

/** Behind what begins at `i` and holds no end of a statement; `i` itself for a plain character, -1 when it never ends. */
const behindWhole = (text: string, i: number): number => {
  const char = text[i]!
  if (char === '-' && text[i + 1] === '-') {
    const end = text.indexOf('\n', i)
    return end < 0 ? text.length : end
  }
  if (char === '/' && text[i + 1] === '*') return behindComment(text, i)
  if (char === '"') return behindQuote(text, i, '"', false)
  if (char === "'") {
    const escapes = /[eE]/.test(text[i - 1] ?? '') && !wordChar.test(text[i - 2] ?? '')
    return behindQuote(text, i, "'", escapes)
  }
  if (char !== '$' || wordChar.test(text[i - 1] ?? '')) return i
  dollar.lastIndex = i
  const tag = dollar.exec(text)?.[0]
  if (!tag) return i
  const end = text.indexOf(tag, i + tag.length)
  return end < 0 ? -1 : end + tag.length
}

/** A statement without the comments before its first word, each replaced by nothing. */
const bare = (text: string): string => {
  let rest = text.trimStart()
  while (rest.startsWith('--') || rest.startsWith('/*')) rest = rest.slice(behindWhole(rest, 0)).trimStart()
  return rest
}

// What would end the transaction a script stands in, leave the database's own settings changed, or waits for a program.
const forbidden =
  /^(begin|start|commit|end|rollback|abort|savepoint|release|prepare|execute|deallocate|set|reset|discard|copy|vacuum|cluster|checkpoint|load|listen|unlisten|alter\s+(system|database|role|user)|(create|drop)\s+(database|tablespace|role|user|subscription)|(create|drop)\s+(unique\s+)?index\s+concurrently|reindex\s*(\([^)]*\))?[^;]*concurrently)\b/i

const check = ({ text, line }: Statement): void => {
  const found = forbidden.exec(text)?.[1]
  if (found)
    throw new ScriptProblem(`第 ${line} 行的 ${found.toUpperCase()} 不能使用，整个脚本由系统放在一个事务里执行`)
  if (/\bbegin\s+atomic\b/i.test(text)) throw new ScriptProblem(`第 ${line} 行：函数体请用 $$ 括起来`)
}

/**
 * The statements of a script, in order: split at the semicolons that stand in no text, name, comment or function body.
 * Throws ScriptProblem for what never ends, what has no statement, and what may not stand in a script.
 */
export const statementsOf = (script: string): Statement[] => {
  const found: Statement[] = []
  let begin = 0
  let i = 0
  const take = (end: number) => {
    const text = bare(script.slice(begin, end)).trimEnd()
    const from = script.indexOf(text, begin)
    if (text) found.push({ text, line: script.slice(0, from).split('\n').length })
  }
  while (i < script.length) {
    const next = behindWhole(script, i)
    if (next < 0) throw new ScriptProblem(`第 ${script.slice(0, i).split('\n').length} 行的引号或注释没有结束`)
    if (next > i) i = next
    else if (script[i++] === ';') {
      take(i - 1)
      begin = i
    }
  }
  take(script.length)
  if (!found.length) throw new ScriptProblem('脚本里没有语句')
  for (const one of found) check(one)
  return found
}
