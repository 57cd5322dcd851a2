import { z } from 'zod'

type Schema = {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly format?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
}
const schemas = new WeakMap<z.ZodType, Schema>()
const schemaOf = (shape: z.ZodType): Schema => {
  const known = schemas.get(shape)
  if (known) return known
  const schema = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema
  schemas.set(shape, schema)
  return schema
}

const isIdName = (name: string): boolean =>
  /(^|_)ids?$/.test(name) || ['mentions', 'attachment_order', 'after', 'before'].includes(name)

const variantsOf = (schema: Schema): readonly Schema[] => schema.anyOf ?? schema.oneOf ?? []

/** The paths of all fields that hold an id of something, at any depth and in any variant: `posts.*.post_id`. */
const pathsIn = (schema: Schema, path: readonly string[]): string[][] => {
  if (schema.type === 'integer' || schema.type === 'number') {
    const name = path.findLast(part => part !== '*') ?? ''
    return isIdName(name) ? [[...path]] : []
  }
  return [
    ...Object.entries(schema.properties ?? {}).flatMap(([name, part]) => pathsIn(part, [...path, name])),
    ...(schema.items ? pathsIn(schema.items, [...path, '*']) : []),
    ...variantsOf(schema).flatMap(part => pathsIn(part, path)),
  ]
}

export const idFieldsOf = (shape: z.ZodType): string[] => [
  ...new Set(pathsIn(schemaOf(shape), []).map(path => path.join('.'))),
]

/** The least that the schema accepts. */
const leastOf = (schema: Schema): unknown => {
  const [variant] = variantsOf(schema)
  if (variant) return leastOf(variant)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  if (schema.type === 'array') return []
  if (schema.type === 'integer' || schema.type === 'number') return 1
  if (schema.type === 'boolean') return true
  if (schema.type !== 'object') return 'text'
  const required = (schema.required ?? []).map(name => [name, leastOf(schema.properties?.[name] ?? {})])
  return Object.fromEntries(required)
}

const has = (schema: Schema, path: readonly string[]): boolean =>
  pathsIn(schema, []).some(known => known.join('.') === path.join('.'))

type Place = 'in the last' | 'beside the others'

const put = (
  schema: Schema,
  value: unknown,
  path: readonly string[],
  to: { id: number; place: Place },
): unknown => {
  const [name, ...rest] = path
  if (name === undefined) return to.id
  const variant = variantsOf(schema).find(part => has(part, path))
  if (variant) return put(variant, value, path, to)
  if (name === '*') {
    const items: unknown[] = Array.isArray(value) ? value : []
    const kept = to.place === 'in the last' ? items.slice(0, -1) : items
    return [...kept, put(schema.items ?? {}, items.at(-1), rest, to)]
  }
  const { properties = {} } = schema
  const given = Object.entries((value ?? {}) as object).filter(([field]) => field in properties)
  const fields: Record<string, unknown> = { ...(leastOf(schema) as object), ...Object.fromEntries(given) }
  return { ...fields, [name]: put(properties[name] ?? {}, fields[name], rest, to) }
}

/**
 * This body with the id in the field at this path, and if that is in a list, also with one more item that has it: what looks at one of
 * several must not believe the others. What leads there is made up where the body has none.
 */
export const withIdAt = (shape: z.ZodType, body: object, path: string, id: number): object[] => {
  const schema = schemaOf(shape)
  const places: Place[] = path.includes('*') ? ['in the last', 'beside the others'] : ['in the last']
  return places.map(place => put(schema, body, path.split('.'), { id, place }) as object)
}
