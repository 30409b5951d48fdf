import type { Plugin } from 'vite'

const none = '\0no-fetch-adapter'

/**
 * Leaves axios's adapter on fetch out of the bundle, as its package does with the one for Node: each browser has
 * XMLHttpRequest, which axios asks first, so that nobody would ever run it.
 */
export const oneAdapter = (): Plugin => ({
  name: 'one-adapter',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source, importer = '') =>
    source === './fetch.js' && /[\\/]axios[\\/]lib[\\/]adapters[\\/]adapters\.js$/.test(importer) ? none : undefined,
  load: (id) => (id === none ? 'export const getFetch = undefined' : undefined),
})
