import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { fieldRegistry } from '@yibao/shared/field.ts'
import type { FastifyInstance } from 'fastify'
import fp from 'fastify-plugin'
import { createJsonSchemaTransform } from 'fastify-type-provider-zod'

type Registry = NonNullable<Parameters<typeof createJsonSchemaTransform>[0]['schemaRegistry']>

/** OpenAPI of every call at /prod-api/docs, made from the contract; titles come from the field registry. */
export const openapi = fp(async (app: FastifyInstance) => {
  await app.register(swagger, {
    openapi: { info: { title: '医保云 /prod-api', version: '1' }, servers: [{ url: '/' }] },
    transform: createJsonSchemaTransform({ schemaRegistry: fieldRegistry as unknown as Registry }),
  })
  await app.register(swaggerUi, { routePrefix: '/prod-api/docs', staticCSP: true })
})
