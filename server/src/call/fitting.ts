import * as z from 'zod/mini'

type Def = z.core.$ZodTypes['_zod']['def']

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const fieldsOf = ({ shape, catchall }: z.core.$ZodObjectDef, value: Record<string, unknown>) => {
  const takesOthers = catchall !== undefined && (catchall._zod.def as Def).type !== 'never'
  const others = takesOthers ? Object.entries(value).filter(([key]) => !(key in shape)) : []
  const known = Object.entries(shape).map(([key, schema]) => [key, fitting(schema, value[key])] as const)
  return Object.fromEntries([...others, ...known].filter(([, kept]) => kept !== undefined))
}

const partsOf = (def: Def, value: unknown): unknown => {
  if (def.type === 'optional' || def.type === 'nullable') return fitting(def.innerType, value)
  if (def.type === 'array' && Array.isArray(value))
    return value.map((one) => fitting(def.element, one)).filter((one) => one !== undefined)
  if (def.type === 'object' && isRecord(value)) return fieldsOf(def, value)
  if (def.type === 'record' && isRecord(value))
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => {
        const kept = z.safeParse(def.keyType, key).success ? fitting(def.valueType, one) : undefined
        return kept === undefined ? [] : [[key, kept]]
      }),
    )
  return undefined
}

/**
 * What of a value fits its schema: of objects the fields that do, of lists the entries, at any depth. What is unknown or
 * misfits is left out, a required field too; undefined when nothing is left.
 */
export const fitting = (schema: z.core.$ZodType, value: unknown): unknown => {
  const parsed = z.safeParse(schema, value)
  return parsed.success ? parsed.data : partsOf(schema._zod.def as Def, value)
}
