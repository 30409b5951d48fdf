import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { versionFolder } from '../install/layout.ts'
import type { Look } from './finding.ts'

const schema = z.object({ files: z.array(z.object({ path: z.string(), sha256: z.string() })) })

const listIn = (folder: string) => {
  try {
    return schema.parse(JSON.parse(readFileSync(join(folder, 'version.json'), 'utf8'))).files
  } catch {
    return undefined
  }
}

/** Piece by piece: the gateway looks too, and serves the counter meanwhile. */
const hashOf = async (file: string) => {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** Files of a version that are not what its version.json says; that one itself where it says nothing. */
const damaged = async (folder: string): Promise<string[]> => {
  const files = listIn(folder)
  if (!files) return ['version.json']
  const found: string[] = []
  for (const { path, sha256 } of files) {
    const file = join(folder, path)
    if (!existsSync(file) || (await hashOf(file)) !== sha256) found.push(path)
  }
  return found
}

/** What is installed, and whether it is whole. */
export const files: Look = async ({ root, setup }) => {
  const version = setup.active()
  const broken = await damaged(versionFolder(root, version))
  const name = `版本 ${version}，安装在 ${root}`
  if (!broken.length) return [{ level: 'ok', text: name }]
  const some = broken.slice(0, 3).join('、')
  const text = `${name}：${broken.length} 个文件缺少或被改动（${some}）`
  return [{ level: 'bad', text, cure: '重新运行安装程序（修复）；若被杀毒软件隔离，请先把安装目录加入信任' }]
}
