import type { FastifyServerOptions } from 'fastify'

/** Characters of a path; ours are shorter, and a stranger may send 16 kB of them. */
const longest = 200

interface Asked {
  method: string
  url: string
  /** no route of ours: whoever wrote this address may have put anything into it, a number of a card too */
  is404?: boolean
}

const pathOf = ({ url, is404 }: Asked) => {
  const path = url.split('?', 1)[0]!.slice(0, longest)
  return is404 ? path.replace(/\d{6,}/g, '…') : path
}

/**
 * How the gateway logs: method and path of a request (a query may hold anything), no headers, no bodies, and of an error
 * its kind and place only, because a message may quote what was being read (a parser quotes its input: a PIN, a card).
 */
export const logOptions = (level: string, stream?: { write(line: string): void }): FastifyServerOptions['logger'] => ({
  level,
  ...(stream && { stream }),
  serializers: {
    req: (asked: Asked) => ({ method: asked.method, path: pathOf(asked) }),
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
