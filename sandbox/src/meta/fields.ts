import { GraphError } from './errors.ts'
import { fieldOf, type NodeType } from './node-types.ts'

/** A parsed `fields` parameter: `id,attachments{target},comments.limit(0).summary(true)`. */
export type Fields = Map<string, { options: Record<string, string>; nested: Fields | undefined }>

type Json = Record<string, unknown>

/** Reads a `fields` list with nested braces and dotted options. Unbalanced input is read as far as possible. */
export function parseFields(text: string): Fields {
  const fields: Fields = new Map()
  for (const part of splitOutsideBrackets(text)) {
    const match = part.match(/^(\w+)((?:\.\w+\([^)]*\))*)(?:\{(.*)\})?$/s)
    if (!match?.[1]) continue
    const options: Record<string, string> = {}
    for (const [, name = '', value = ''] of (match[2] ?? '').matchAll(/\.(\w+)\(([^)]*)\)/g))
      options[name] = value
    fields.set(match[1], { options, nested: match[3] === undefined ? undefined : parseFields(match[3]) })
  }
  return fields
}

function splitOutsideBrackets(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let part = ''
  for (const character of text.replaceAll(/\s/g, '')) {
    if ('{('.includes(character)) depth++
    if ('})'.includes(character)) depth--
    if (character === ',' && depth === 0) {
      parts.push(part)
      part = ''
    } else part += character
  }
  return [...parts, part].filter(each => each !== '')
}

/** Reads a `fields` list for nodes of a type. @throws GraphError if they have no such field */
export function readFields(text: string, type: NodeType): Fields {
  const fields = parseFields(text)
  checkFields(fields, type)
  return fields
}

function checkFields(fields: Fields, type: NodeType): void {
  for (const [name, { nested }] of fields) {
    const field = fieldOf(type, name)
    if (!field.isKnown) {
      throw new GraphError({
        message: `(#100) Tried accessing nonexisting field (${name}) on node type (${type})`,
        code: 100,
      })
    }
    if (nested && field.type) checkFields(nested, field.type)
  }
}

function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Applies nested fields and options. A connection (`{data: […]}`) is cut to its limit and includes its summary only if asked. */
function pickNested(value: unknown, nested: Fields | undefined, options: Record<string, string>): unknown {
  if (Array.isArray(value)) return nested ? value.map(item => pickNested(item, nested, {})) : value
  if (!isJson(value)) return value
  if (!Array.isArray(value.data)) return nested ? pick(value, nested) : value
  const data = options.limit === undefined ? value.data : value.data.slice(0, Number(options.limit))
  const { summary, ...rest } = value
  return { ...rest, data: pickNested(data, nested, {}), ...(options.summary && { summary }) }
}

/** Keeps only the requested fields and the id, which Graph always adds. Undefined values are left out. */
export function pick(node: Json, fields: Fields): Json {
  const picked: Json = {}
  for (const [name, { options, nested }] of fields) {
    if (node[name] !== undefined) picked[name] = pickNested(node[name], nested, options)
  }
  if (node.id !== undefined) picked.id = node.id
  return picked
}
