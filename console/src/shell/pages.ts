import { type ComponentType, createElement, type LazyExoticComponent, lazy } from 'react'

type Module = { default: ComponentType }

const files = import.meta.glob<Module>([
  '../pages/*.tsx',
  '../pages/*/*.tsx',
  // Parts of a page that has no section live in a folder of its name; parts of several pages in `parts`.
  '!../pages/dashboard/*',
  '!../pages/disease-select/*',
  '!../pages/**/*.test.tsx',
])
const known = new Map<string, LazyExoticComponent<ComponentType>>()

/** Pages that use no antd and need no frame for it: the first screen after login must not wait for it. */
const plain = new Set(['/dashboard'])

const framed = async (load: () => Promise<Module>): Promise<Module> => {
  const [page, { AntdFrame }] = await Promise.all([load(), import('../kit/antd-frame.tsx')])
  return { default: () => createElement(AntdFrame, null, createElement(page.default)) }
}

/** The page of a canonical path, from pages/<path>.tsx; undefined when the file does not exist. */
export const pageOf = (path: string): LazyExoticComponent<ComponentType> | undefined => {
  const load = files[`../pages${path}.tsx`]
  if (!load) return
  const open = plain.has(path) ? load : () => framed(load)
  const page =
    known.get(path) ??
    lazy(async () => {
      try {
        return await open()
      } catch (fault) {
        // lazy() would remember the fault for good: the next attempt asks again.
        known.delete(path)
        throw fault
      }
    })
  known.set(path, page)
  return page
}
