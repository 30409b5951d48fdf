import type { CallError } from './error.ts'

/** Nobody answered who could: a line that was cut comes back, and so does a server that starts. All else will be refused again. */
export const isAway = ({ cut, statusCode, code }: Pick<CallError, 'cut' | 'statusCode' | 'code'>): boolean =>
  cut || statusCode === 503 || code === 'network'
