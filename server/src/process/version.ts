import manifest from '../../package.json' with { type: 'json' }

/** Version of this build. */
export const version: string = manifest.version

/** A version 1.2.3 as the number it is ordered by; NaN of what is none. */
export const rankOf = (version: string): number =>
  version.split('.').reduce((sum, part) => sum * 100_000 + Number(part), 0)
