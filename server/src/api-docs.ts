type Json = Record<string, unknown>
type Operation = {
  summary: string
  description: string
  parameters: { name: string; in: string; required: boolean; schema: Json }[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: Json }> }>
}

const escapeHtml = (text: unknown): string =>
  String(text).replace(/[&<>"']/g, sign => `&#${sign.codePointAt(0)};`)

const code = (text: string): string =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll('\n\n', '<br>')

const refName = (schema: Json): string | undefined => (schema.$ref as string | undefined)?.split('/').pop()

/** A schema in a line or a few: `{ id: integer, post: Post }`. */
const shape = (schema: Json | undefined, depth = 0): string => {
  if (!schema) return 'nothing'
  const ref = refName(schema)
  if (ref) return ref
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(part => shape(part as Json, depth)).join(' | ')
  if (Array.isArray(schema.enum)) return schema.enum.map(value => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.type === 'array') return `[ ${shape(schema.items as Json, depth)} ]`
  if (schema.type !== 'object') return String(schema.format ?? schema.type ?? 'any')
  const required = new Set((schema.required as string[] | undefined) ?? [])
  const pad = '  '.repeat(depth + 1)
  const lines = Object.entries((schema.properties as Record<string, Json> | undefined) ?? {}).map(
    ([name, part]) => `${pad}${name}${required.has(name) ? '' : '?'}: ${shape(part, depth + 1)}`,
  )
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${'  '.repeat(depth)}}`
}

/** The query parameters of an address. */
const queryHtml = ({ parameters }: Operation): string => {
  const query = parameters.filter(parameter => parameter.in === 'query')
  if (query.length === 0) return ''
  const properties = Object.fromEntries(query.map(({ name, schema }) => [name, schema]))
  const required = query.filter(parameter => parameter.required).map(({ name }) => name)
  return `<h3>Query</h3><pre>${escapeHtml(shape({ type: 'object', properties, required }))}</pre>`
}

const operationHtml = (path: string, method: string, operation: Operation): string => {
  const body = Object.entries(operation.requestBody?.content ?? {})[0]
  const data = (
    operation.responses[200]?.content?.['application/json']?.schema.properties as { data: Json } | undefined
  )?.data
  const failures = Object.entries(operation.responses).filter(([status]) => status !== '200')
  return `<details><summary><b class="${method}">${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> <span>${escapeHtml(operation.summary)}</span></summary>
    <p>${code(operation.description)}</p>
    ${queryHtml(operation)}
    ${body ? `<h3>Body <small>${escapeHtml(body[0])}</small></h3><pre>${escapeHtml(shape(body[1].schema))}</pre>` : ''}
    <h3>Answer <small>in data</small></h3><pre>${escapeHtml(shape(data))}</pre>
    <h3>Failures</h3><table>${failures.map(([status, response]) => `<tr><th scope="row">${escapeHtml(status)}</th><td>${code(response.description)}</td></tr>`).join('')}</table>
  </details>`
}

const style = `
  :root { color-scheme: light dark; --line: #dfe3e0; --ink: #17201b; --soft: #59645d; --paper: #fff; --accent: #1c6b46 }
  @media (prefers-color-scheme: dark) { :root { --line: #313a35; --ink: #e8ede9; --soft: #a3afa8; --paper: #141816; --accent: #6fcf9c } }
  body { font: 15px/1.5 Inter, system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 62rem; margin: 0 auto; padding: 2rem 1rem }
  h1 { font-size: 1.5rem } h2 { font-size: 1.05rem; margin: 2rem 0 .5rem } h3 { font-size: .85rem; margin: 1rem 0 .25rem }
  small, details > summary span { color: var(--soft); font-weight: 400 }
  details { border-bottom: 1px solid var(--line); padding: .5rem 0 } summary { cursor: pointer }
  summary b { display: inline-block; width: 4.5rem; font-size: .8rem; color: var(--accent) }
  pre { background: color-mix(in srgb, var(--ink) 6%, transparent); padding: .75rem; border-radius: 8px; overflow: auto; font-size: .8rem }
  th { text-align: left; vertical-align: top; padding-right: 1rem } td, th { padding-block: .25rem; font-size: .85rem } a { color: var(--accent) }`

/** The readable page of the API: every call by its first path segment, then the named shapes. */
export const apiDocsPage = (document: Json): string => {
  const paths = document.paths as Record<string, Record<string, Operation>>
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      group: path.split('/')[2] ?? '',
      path,
      method,
      operation,
    })),
  )
  const schemas = (document.components as { schemas: Record<string, Json> }).schemas
  const groups = [...Map.groupBy(calls, call => call.group)]
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>Galley API</title><style>${style}</style></head><body><main><h1>Galley API</h1>
    <p>Success answers <code>{ "data": … }</code>, failure <code>{ "message", "code", "errors"? }</code>. Send the token as <code>Authorization: Bearer …</code>.
    For machines: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
    ${groups.map(([group, list]) => `<h2>/${escapeHtml(group)}</h2>${list.map(call => operationHtml(call.path, call.method, call.operation)).join('')}`).join('')}
    <h2>Shapes</h2>${Object.entries(schemas)
      .map(
        ([name, schema]) =>
          `<details><summary><code>${escapeHtml(name)}</code></summary><pre>${escapeHtml(shape(schema))}</pre></details>`,
      )
      .join('')}
    </main></body></html>`
}
