import type { Surroundings } from '../find.ts'

/** A console that may look for the agent at all ports, where `hello` answers. */
export const aroundOf = (hello: Surroundings['hello'], more: Partial<Surroundings> = {}): Surroundings => ({
  hostname: 'console.example',
  origin: 'https://console.example',
  servedByAgent: false,
  secure: true,
  ports: async () => undefined,
  permission: async () => 'granted',
  framedOff: () => false,
  isSomebody: async () => false,
  hello,
  ...more,
})
