import { fork } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { comparedOf, holds, type Row } from '../tests/bench/kit/row.ts'
import { root } from './root.ts'

// `npm run bench [names…]`: every module of tests/bench in its own process, one after the other, so that nothing of
// ours disturbs the one being measured. Ends with 1 when a limit is missed or a bench could not run.

const folder = join(root, 'tests', 'bench')
const known = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => basename(name, '.ts'))
/** Hours, not minutes: only when named. */
const long = ['storm']
const wanted = process.argv.slice(2)
const stray = wanted.filter((name) => !known.includes(name))
if (stray.length) {
  console.error(`没有这个基准：${stray.join('、')}（可用：${known.join('、')}）`)
  process.exit(2)
}

const runOne = (name: string): Promise<Row[] | undefined> =>
  new Promise((resolve) => {
    let rows: Row[] | undefined
    const child = fork(join(folder, 'kit', 'child.ts'), [pathToFileURL(join(folder, `${name}.ts`)).href], {
      // JSON would turn a NaN (not measured) into null, and null compares as a kept limit.
      serialization: 'advanced',
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, TZ: 'Asia/Shanghai' },
    })
    child.on('message', (message) => {
      rows = message as Row[]
    })
    child.on('exit', () => resolve(rows))
  })

const number = (value: number) =>
  Number.isNaN(value) ? '–' : Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2)

const cellsOf = (row: Row) => {
  const { name, unit, ours, beside, compare, limit } = row
  const bound = !limit ? '' : 'atMost' in limit ? `≤ ${limit.atMost}` : `≥ ${limit.atLeast}`
  const compared = compare === 'value' ? '' : `${compare === 'ratio' ? '×' : '+'}${number(comparedOf(row))}`
  const verdict = !limit ? '' : holds(row) ? 'ok' : 'miss'
  return [
    name,
    `${number(ours)} ${unit}`,
    beside?.name ?? '',
    beside ? number(beside.value) : '',
    compared,
    bound,
    verdict,
  ]
}

// A Chinese character is as wide as two letters.
const width = (text: string) => [...text].reduce((sum, one) => sum + (one > '\u2e7f' ? 2 : 1), 0)

const print = (rows: Row[]) => {
  const lines = [['name', 'ours', 'beside', 'value', 'ratio', 'limit', ''], ...rows.map(cellsOf)]
  const widths = lines[0]!.map((_, column) => Math.max(...lines.map((line) => width(line[column]!))))
  for (const line of lines)
    console.log(
      line
        .map((cell, column) => cell + ' '.repeat(widths[column]! - width(cell)))
        .join('  ')
        .trimEnd(),
    )
}

const all: Row[] = []
const broken: string[] = []
for (const name of wanted.length
  ? known.filter((one) => wanted.includes(one))
  : known.filter((one) => !long.includes(one))) {
  console.log(`▶ ${name}`)
  const rows = await runOne(name)
  if (rows) all.push(...rows)
  else broken.push(name)
}
console.log('')
print(all)
if (!wanted.length) console.log(`只在点名时运行：${long.join('、')}`)
if (broken.length) console.log(`没有跑完：${broken.join('、')}`)
process.exit(broken.length || all.some((row) => !holds(row)) ? 1 : 0)
