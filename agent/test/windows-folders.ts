import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { accounts, claimFolder, giveFolders } from '../src/install/windows-rights.ts'
import { windowsOwner } from '../src/os/windows-owner.ts'

const tell = (work: () => void): string => {
  try {
    work()
    return 'taken'
  } catch (fault) {
    return (fault as Error).message
  }
}

/**
 * What becomes of data folders below `folder`: a new one, one that has something in it, a file; and by whose name Windows
 * knows this program's account.
 */
export const takeFolders = (folder: string) => {
  const [fresh, old, file] = ['fresh', 'old', 'file'].map((name) => join(folder, 'owned', name))
  const take = (data: string) => () => {
    claimFolder(data, false)
    giveFolders(data, accounts[0].name)
  }
  mkdirSync(join(old!, 'agent', 'drivers', '䶮𠮷'), { recursive: true })
  writeFileSync(join(old!, 'agent', 'policy.json'), '{}')
  // Names that Windows knows only as they are: longer than its programs usually take, and with an end that it drops.
  const [deep, dotted] = [join(old!, ...['a', 'b', 'c'].map((name) => name.repeat(100))), join(old!, 'dotted.')]
  mkdirSync(deep, { recursive: true })
  writeFileSync(join(deep, 'reader.dll'), '')
  writeFileSync(dotted, '')
  const hidden = [join(deep, 'reader.dll'), dotted, join(old!, 'agent', 'policy.json')]
  writeFileSync(file!, 'a file')
  const told = [fresh!, old!, file!].map((data) => tell(take(data)))
  // Rights that Wine can keep: what everybody may.
  const shared = join(folder, 'owned', 'shared')
  writeFileSync(shared, '')
  const sealed = ['(A;;FA;;;WD)', '(A;;FRFX;;;WD)', ''].map((everybody) => {
    windowsOwner.seal(shared, `O:BAD:PAI(A;;FA;;;SY)(A;;FA;;;BA)${everybody}`)
    return windowsOwner.see(shared)?.rights
  })
  const made = windowsOwner.make(fresh!, 'D:P(A;;FA;;;BA)')
  const { owner, ...place } = windowsOwner.see(fresh!)!
  const account = windowsOwner.account()
  return {
    ...{ told, made, place, own: owner === account, gone: windowsOwner.see(join(folder, 'owned', 'nothing')) ?? null },
    names: [account, 'S-1-5-32-544', 'S-1-5-21-1-2-3-4'].map(windowsOwner.nameOf),
    deep: windowsOwner.make(join(deep, 'made'), 'D:P(A;;FA;;;BA)') && windowsOwner.inside(deep).length,
    sealed,
    rights: hidden.map((path) => windowsOwner.see(path)?.rights ?? null),
    inside: windowsOwner.inside(fresh!).length,
  }
}
export type Folders = ReturnType<typeof takeFolders>
