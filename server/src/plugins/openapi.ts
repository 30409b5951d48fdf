import type { Call } from '@yibao/shared/call.ts'
import { guardedAnswer } from '@yibao/shared/console-policy.ts'
import { fieldRegistry } from '@yibao/shared/field.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, type FastifySchema } from 'fastify'
import type { createJsonSchemaTransform } from 'fastify-type-provider-zod'
import { compilers } from './compilers.ts'
import { describe, withoutNotes } from './describe.ts'

type Registry = NonNullable<Parameters<typeof createJsonSchemaTransform>[0]['schemaRegistry']>

/** What mount.ts notes on a route: its call and domain. */
export interface Described {
  call: Call
  tag: string
}

interface Options {
  /** Registers every call on the application it is given. */
  calls: (app: FastifyInstance) => void
}

/** An application of its own with the calls' routes and nothing behind them but their description. */
const documentation = async ({ calls }: Options): Promise<FastifyInstance> => {
  const [swagger, ui, zod] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
    import('fastify-type-provider-zod'),
  ])
  const app = Fastify({ schemaController: compilers })
  app.addHook('onRequest', async (_, reply) => {
    reply.headers(guardedAnswer)
  })
  const toJson = zod.createJsonSchemaTransform({ schemaRegistry: fieldRegistry as unknown as Registry })
  await app.register(swagger.default, {
    openapi: {
      info: { title: '医保云 /prod-api', version: '1' },
      servers: [{ url: '/' }],
      components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (route) => {
      const { call, tag } = (route.route.config ?? {}) as unknown as Partial<Described>
      // The pages of the documentation itself are routes as well.
      if (!call) return { schema: { ...route.schema, hide: true } as FastifySchema, url: route.url }
      const { schema, url } = toJson({ ...route, schema: describe(call, tag ?? '') as FastifySchema })
      return { schema: withoutNotes(schema) as FastifySchema, url }
    },
  })
  await app.register(ui.default, { routePrefix: '/prod-api/docs', staticCSP: true })
  await app.register(async (routes) => calls(routes))
  await app.ready()
  return app
}

/**
 * OpenAPI of every call at /prod-api/docs, made from the contract; titles come from the field registry. It is made when
 * somebody first asks for it: read and registered at a start it was more than half of what mounting the calls costs.
 */
export const openapi = async (app: FastifyInstance, options: Options): Promise<void> => {
  let made: Promise<FastifyInstance> | undefined
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // One that could not be made is tried again the next time.
    made ??= documentation(options).catch((fault) => {
      made = undefined
      throw fault
    })
    const docs = await made
    reply.hijack()
    docs.routing(request.raw, reply.raw)
  }
  for (const url of ['/prod-api/docs', '/prod-api/docs/*']) app.get(url, { exposeHeadRoute: false }, answer)
  app.addHook('onClose', async () => (await made)?.close())
}
