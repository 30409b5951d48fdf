import { readTime } from './china-time.ts'
import { parseFen, parseScaled } from './decimal.ts'
import { isObject, type Json, type JsonObject, unwrapText } from './json.ts'
import { namesOf, plainKeys, plainName, rowsIn } from './names.ts'

/** Lenient view of one row of an answer: any known name of a field, numbers as numbers or texts, "" and "null" = absent. */
export interface Reader {
  /** '' when absent. */
  text(name: string): string
  maybe(name: string): string | undefined
  /** yyyy-MM-dd HH:mm:ss in China; '' when absent or unreadable. */
  time(name: string): string
  /** Integer fen; 0 when absent or no number. */
  fen(name: string): number
  maybeFen(name: string): number | undefined
  /** Scaled by 10^decimals; 0n when absent or no number. */
  scaled(name: string, decimals: number): bigint
  /** A ratio in ten-thousandths (0.1 → 1000); 0 when absent. */
  ratio(name: string): number
  /** 1 = true; everything else false. */
  flag(name: string): boolean
}

/** Reads one row of an answer leniently; a field by any of the names that it has in the editions (names.ts). */
export const readerOf = (row: JsonObject): Reader => {
  const values = plainKeys(row)
  const maybe = (name: string) => {
    for (const known of namesOf(name)) {
      const value = values[known]
      if (typeof value === 'string' && value.trim() !== '' && value.trim() !== 'null') return value.trim()
    }
    return undefined
  }
  const scaled = (name: string, decimals: number) => parseScaled(maybe(name) ?? '', decimals) ?? 0n
  const maybeFen = (name: string) => parseFen(maybe(name) ?? '')
  return {
    maybe,
    text: (name) => maybe(name) ?? '',
    time: (name) => readTime(maybe(name) ?? ''),
    maybeFen,
    fen: (name) => maybeFen(name) ?? 0,
    scaled,
    ratio: (name) => Number(scaled(name, 4)),
    flag: (name) => /^0*1$/.test(maybe(name) ?? ''),
  }
}

/** A node of an answer under any spelling of its name; undefined when it is absent. */
const nodeIn = (output: Json, node: string): Json | undefined => {
  if (!isObject(output)) return undefined
  const key = Object.keys(output).find((name) => plainName(name) === plainName(node))
  return key === undefined ? undefined : output[key]
}

/** The rows of a node of an answer under any spelling of its name; none when the node is absent. */
export const readRows = (output: Json, node: string): Reader[] => rowsIn(nodeIn(output, node)).map(readerOf)

/** Whether a node of an answer is there and has nothing in it: the centre says that there is none. */
export const isNone = (output: Json, node: string): boolean => {
  const value = unwrapText(nodeIn(output, node))
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}

/** The first row of a node. */
export const readOne = (output: Json, ...nodes: string[]): Reader | undefined =>
  nodes.map((node) => readRows(output, node)[0]).find((row) => row !== undefined)
