import { registerHooks } from 'node:module'

const home = new URL('../../', import.meta.url).href

/**
 * From here on a package named by one of our own files is looked for once per room. Node reads the package's whole
 * `exports` again for every file that imports it, and drizzle's are 180 KB: with 300 such files that was a fifth of a
 * start.
 */
export const resolveOnce = (): void => {
  const found = new Map<string, ReturnType<Parameters<typeof registerHooks>[0]['resolve'] & {}>>()
  registerHooks({
    resolve: (specifier, context, next) => {
      const { parentURL } = context
      if (!/^[@a-z]/.test(specifier) || !parentURL?.startsWith(home) || parentURL.includes('/node_modules/'))
        return next(specifier, context)
      const [room] = parentURL.slice(home.length).split('/')
      const key = `${room} ${specifier}`
      const known = found.get(key)
      if (known) return { ...known, shortCircuit: true }
      const first = next(specifier, context)
      found.set(key, first)
      return first
    },
  })
}
