import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const sources = fileURLToPath(new URL('./native/', import.meta.url))

export type Target = 'linux-x64' | 'win32-ia32' | 'win32-x64'

const compilers: Record<Target, string> = {
  'linux-x64': 'cc',
  'win32-ia32': 'i686-w64-mingw32-gcc',
  'win32-x64': 'x86_64-w64-mingw32-gcc',
}

/** How a DLL of 32 bits spells its stdcall exports: plain as most vendors do, or as one of the compilers decorates them. */
export type Names = 'plain' | 'gnu' | 'cdecl'

const flagsOf = (target: Target, names: Names) => {
  if (target === 'linux-x64') return ['-fPIC']
  return [
    // Nothing of the compiler beside the DLL.
    '-static-libgcc',
    ...(names === 'plain' ? ['-Wl,--kill-at'] : []),
    ...(names === 'cdecl' ? ['-DCDECL_LIBRARY'] : []),
  ]
}

/**
 * Compiles agent/test/native/<source>.c as a library with the texts of a Chinese Windows; answers the file's sha256.
 * `needs` are libraries it is linked with.
 */
export const compileLibrary = (
  source: string,
  file: string,
  target: Target,
  names: Names = 'plain',
  needs: readonly string[] = [],
): string => {
  const flags = ['-shared', '-w', '-fexec-charset=GB18030', ...flagsOf(target, names)]
  execFileSync(compilers[target], [...flags, '-o', file, join(sources, `${source}.c`), ...needs])
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
