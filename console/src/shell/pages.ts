import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type Module = { default: ComponentType }

const files = import.meta.glob<Module>(['../pages/**/*.tsx', '!../pages/**/*.test.tsx'])
const known = new Map<string, LazyExoticComponent<ComponentType>>()

/** The page of a canonical path, from pages/<path>.tsx; undefined when the file does not exist. */
export const pageOf = (path: string): LazyExoticComponent<ComponentType> | undefined => {
  const load = files[`../pages${path}.tsx`]
  if (!load) return
  const page = known.get(path) ?? lazy(load)
  known.set(path, page)
  return page
}
