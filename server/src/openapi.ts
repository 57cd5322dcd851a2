import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { me } from '#domain/accounts/model.ts'
import { approvalAction, approvalPlan } from '#domain/approvals/model.ts'
import { calendarItem } from '#domain/calendar/contract.ts'
import { campaign } from '#domain/campaigns/model.ts'
import { hashtagPool } from '#domain/hashtags/model.ts'
import { actionOf, type Endpoint } from '#domain/kernel/endpoint.ts'
import { type FailureCode, failures } from '#domain/kernel/failure.ts'
import { dayLabel } from '#domain/labels/model.ts'
import { media } from '#domain/media/model.ts'
import { permissionTable } from '#domain/permissions/table.ts'
import { approval, attachment, post, postSocial, postSummary } from '#domain/posts/model.ts'
import { project, projectUser } from '#domain/projects/model.ts'
import { schedule } from '#domain/schedules/model.ts'
import { projectSocial } from '#domain/social-accounts/model.ts'
import { apiDocsPage } from './api-docs.ts'
import { ReadyAnswer, sendReady } from './platform/http/answers/ready-answer.ts'
import { allowStyles, styleHashOf } from './platform/http/pages/policy.ts'
import type { Route } from './platform/http/route.ts'
import { version } from './platform/version.ts'

type Json = Record<string, unknown>

/** The shapes that have a name of their own in the document. */
const named = {
  Me: me,
  Project: project,
  ProjectUser: projectUser,
  ProjectSocial: projectSocial,
  Post: post,
  PostSocial: postSocial,
  PostSummary: postSummary,
  Attachment: attachment,
  Media: media,
  Schedule: schedule,
  CalendarItem: calendarItem,
  DayLabel: dayLabel,
  Campaign: campaign,
  HashtagPool: hashtagPool,
  Approval: approval,
  ApprovalAction: approvalAction,
  ApprovalPlan: approvalPlan,
}

const names = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(named)) names.add(schema, { id })

const REF_PREFIX = '#/components/schemas/'

/** JSON Schema 2020-12, which OpenAPI 3.1 uses as it is. Named shapes become references. */
const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): Json => {
  const {
    $schema: _dialect,
    $defs,
    ...json
  } = z.toJSONSchema(schema, {
    io,
    metadata: names,
    unrepresentable: 'any',
    reused: 'inline',
    // Every named shape is extracted into $defs; the text is moved to the document's components below.
    cycles: 'ref',
  }) as Json
  return JSON.parse(JSON.stringify(json).replaceAll('"#/$defs/', `"${REF_PREFIX}`)) as Json
}

const componentSchemas = (): Json => {
  const all = z.toJSONSchema(names, { io: 'output', unrepresentable: 'any', uri: id => `${REF_PREFIX}${id}` })
  return Object.fromEntries(
    Object.entries(all.schemas).map(([id, schema]) => {
      const { $schema: _dialect, $id: _id, ...rest } = schema as Json
      return [id, rest]
    }),
  )
}

const failureResponse = (codes: FailureCode[]): Json => ({
  description: codes.map(code => `\`${code}\`: ${failures[code].message}`).join('\n\n'),
  content: { 'application/json': { schema: { $ref: `${REF_PREFIX}Failure` } } },
})

/** The failures that any call may have: because of its session, its form or its address, or because Galley itself fails. */
const failuresOfAny = ({ permission, scope, params, body, files, asksAnew }: Endpoint): FailureCode[] => [
  ...(['malformed_request', 'validation_error', 'too_many_requests', 'internal', 'unavailable'] as const),
  ...(permission === 'approval-link'
    ? (['unauthenticated', 'not_found', 'device_unconfirmed'] as const)
    : []),
  ...(['public', 'approval-link'].includes(permission)
    ? []
    : (['unauthenticated', 'account_blocked'] as const)),
  ...(scope || permission === 'super-admin' ? (['forbidden'] as const) : []),
  ...(scope || params ? (['not_found'] as const) : []),
  ...(asksAnew ? (['confirm_it_is_you'] as const) : []),
  ...(body ? (['too_large', 'unsupported_media_type'] as const) : []),
  ...(files ? (['upload_limit', 'upload_too_slow', 'storage_full'] as const) : []),
]

const responsesOf = (endpoint: Endpoint): Json => {
  const codes = [...new Set([...failuresOfAny(endpoint), ...endpoint.failures])]
  const byStatus = Map.groupBy(codes, code => failures[code].status)
  return {
    200: {
      description: 'Done',
      content: endpoint.file
        ? { [endpoint.file]: { schema: { type: 'string' } } }
        : {
            'application/json': {
              schema: {
                type: 'object',
                required: ['data'],
                properties: { data: schemaOf(endpoint.output, 'output') },
              },
            },
          },
    },
    ...Object.fromEntries([...byStatus].map(([status, list]) => [status, failureResponse(list)])),
  }
}

const bodyOf = (endpoint: Endpoint): Json | undefined => {
  if (!endpoint.body) return undefined
  const schema = schemaOf(endpoint.body, 'input')
  if (!endpoint.files) return { required: true, content: { 'application/json': { schema } } }
  const files = Object.entries(endpoint.files).map(([field, most]) => [
    most === 1 ? field : `${field}[]`,
    most === 1
      ? { type: 'string', format: 'binary' }
      : { type: 'array', maxItems: most, items: { type: 'string', format: 'binary' } },
  ])
  const properties = { ...(schema.properties as Json | undefined), ...Object.fromEntries(files) }
  return { required: true, content: { 'multipart/form-data': { schema: { ...schema, properties } } } }
}

/** Parameters in an address are text: the schema describes what they are parsed to, and `required` what must be sent. */
const parametersIn = (place: 'path' | 'query', schema: z.ZodType | undefined): Json[] => {
  if (!schema) return []
  const read = schemaOf(schema, 'output') as { properties: Record<string, Json> }
  const sent = schemaOf(schema, 'input') as { properties: Record<string, Json>; required?: string[] }
  return Object.entries(read.properties).map(([name, one]) => ({
    name,
    in: place,
    required: place === 'path' || (sent.required ?? []).includes(name),
    // A value that is transformed has no schema of its own afterwards.
    schema: Object.keys(one).length > 0 ? one : sent.properties[name],
  }))
}

const parametersOf = ({ params, query }: Endpoint): Json[] => [
  ...parametersIn('path', params),
  ...parametersIn('query', query),
]

const permissionText = (endpoint: Endpoint): string => {
  const { permission } = endpoint
  if (permission === 'public') return 'Anybody may call this.'
  if (permission === 'approval-link')
    return 'For the holder of a personal approval link, which is sent as the bearer token.'
  if (permission === 'super-admin') return 'Only super-admins may call this: those who run the installation.'
  const action = actionOf(endpoint)
  if (action === null) return 'Any signed-in person may call this.'
  const grant: { roles: readonly string[]; managed?: readonly string[]; skipping?: readonly string[] } =
    permissionTable[action]
  return [
    `Needs \`${action}\`: ${grant.roles.join(', ')}`,
    ...(grant.managed ? [`${grant.managed.join(', ')} with the setting content-manager`] : []),
    ...(grant.skipping ? [`${grant.skipping.join(', ')} with the setting skip-approval-and-schedule`] : []),
  ].join('; ')
}

/** `createPost` of `POST /posts`, `getCalendar` … are not known here; the path says as much. */
const operationId = (endpoint: Endpoint): string =>
  `${endpoint.method.toLowerCase()}${endpoint.path.replace(/\W+(\w)?/g, (_all, letter: string | undefined) => letter?.toUpperCase() ?? '')}`

const operationOf = (endpoint: Endpoint): Json => ({
  operationId: operationId(endpoint),
  summary: endpoint.summary,
  description: permissionText(endpoint),
  tags: [endpoint.path.split('/')[1] ?? ''],
  parameters: parametersOf(endpoint),
  ...(endpoint.body ? { requestBody: bodyOf(endpoint) } : {}),
  security: endpoint.permission === 'public' ? [] : [{ bearer: [] }],
  responses: responsesOf(endpoint),
})

/** The OpenAPI 3.1 document of these routes, made from their contracts. */
export const openApiDocument = (routes: readonly Route[]): Json => {
  const paths: Record<string, Json> = {}
  for (const { endpoint } of routes) {
    const path = `/api${endpoint.path}`
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Galley',
      version,
      description:
        'Plan, approve, schedule and publish social media posts. Success answers `{ "data": … }`; failure answers `{ "message", "code", "errors"? }`.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: {
        ...componentSchemas(),
        Failure: {
          type: 'object',
          required: ['message', 'code'],
          properties: {
            message: { type: 'string', description: 'For a person' },
            code: { type: 'string', enum: Object.keys(failures) },
            errors: {
              type: 'object',
              additionalProperties: { type: 'array', items: { type: 'string' } },
              description: 'Texts by field',
            },
          },
        },
      },
    },
  }
}

/** `GET /api/openapi.json` and, for people, `GET /api/docs`. */
export const registerApiDocs = (app: FastifyInstance, routes: readonly Route[]): void => {
  const document = openApiDocument(routes)
  const page = apiDocsPage(document)
  const style = styleHashOf(page)
  const send = (url: string, answer: ReadyAnswer) =>
    app.get(url, (request, reply) =>
      sendReady(request, allowStyles(reply, style).header('cache-control', 'no-cache'), answer),
    )
  send('/api/openapi.json', new ReadyAnswer(JSON.stringify(document)))
  send('/api/docs', new ReadyAnswer(page, 'text/html; charset=utf-8'))
}
