import { cpSync, existsSync, readdirSync, renameSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { root } from './root.ts'

// Between two versions of the server some nodes serve the one console and some the other, and a balancer gives a page of
// one node and its parts of another. So before the first node is switched each folder is given the parts of the other
// console: their names bear a hash of what is in them, and a running server looks up every file when it is asked for it.

const day = 86_400_000
/** ms that a part is carried on after its build, so that consoles which stay open find theirs. */
const carried = 60 * day

const [running, next = root] = process.argv.slice(2)
if (!running) {
  console.error('用法：node tools/carry-console.ts <正在运行的版本的目录>')
  process.exit(1)
}

const distOf = (folder: string): string => {
  const dist = join(resolve(folder), 'console', 'dist')
  if (existsSync(join(dist, 'index.html'))) return dist
  console.error(`${dist} 里没有构建好的控制台，请先在 ${resolve(folder)} 里运行 node tools/build-console.ts`)
  process.exit(1)
}

/** What a console was built with, and of what was carried into it what is not old. */
const partsOf = (dist: string): string[] => {
  const built = statSync(join(dist, 'index.html')).mtimeMs
  const since = Math.min(built - day, Date.now() - carried)
  const assets = join(dist, 'assets')
  return readdirSync(assets).filter((name) => statSync(join(assets, name)).mtimeMs >= since)
}

/** Each whole or not at all, with its age. Answers how many were missing. */
const carry = (from: string, to: string, parts: readonly string[]): number => {
  const missing = parts.filter((name) => !existsSync(join(to, 'assets', name)))
  for (const name of missing) {
    const place = join(to, 'assets', name)
    cpSync(join(from, 'assets', name), `${place}.part`, { preserveTimestamps: true })
    renameSync(`${place}.part`, place)
  }
  return missing.length
}

const [old, fresh] = [distOf(running), distOf(next)]
const [ofOld, ofFresh] = [partsOf(old), partsOf(fresh)]
const [there, here] = [carry(fresh, old, ofFresh), carry(old, fresh, ofOld)]
console.log(`已把新控制台的 ${there} 个文件放进 ${old}，把正在使用的 ${here} 个放进 ${fresh}`)
