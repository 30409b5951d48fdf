import type { Manifest } from './manifest.ts'

// By itself: a host, whose start a clerk waits for after a crash, gets manifests that were checked and needs no schema.

/** A function of a driver by the name a client gave; undefined for anything else, 'constructor' included. */
export const functionOf = ({ functions }: Manifest, name: string) =>
  Object.hasOwn(functions, name) ? functions[name] : undefined
