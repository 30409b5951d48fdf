import type { FastifyServerOptions } from 'fastify'

/**
 * How the gateway logs: method and path of a request (a query may hold anything), no headers, no bodies, and of an error
 * its kind and place only, because a message may quote what was being read (a parser quotes its input: a PIN, a card).
 */
export const logOptions = (level: string, stream?: { write(line: string): void }): FastifyServerOptions['logger'] => ({
  level,
  ...(stream && { stream }),
  serializers: {
    req: ({ method, url }: { method: string; url: string }) => ({ method, path: url.split('?', 1)[0] }),
    res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
    err: (error: Error) => ({
      type: error.name,
      message: '',
      stack: (error.stack ?? '')
        .split('\n')
        .filter((line) => line.startsWith('    at '))
        .join('\n'),
      ...('code' in error && typeof error.code === 'string' && { code: error.code }),
    }),
  },
})
