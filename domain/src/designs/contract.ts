import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { id, nothing, pathId } from '#domain/kernel/shapes.ts'
import { writtenText } from '#domain/kernel/text.ts'
import { media } from '#domain/media/model.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { isDesignTooLarge, unitRules } from './size.ts'

const project = z.strictObject({ projectId: pathId })
const pixels = z.int().min(unitRules.px.smallest).max(unitRules.px.largest)
const designId = z.string().min(1).max(255)

/** The version that a design is made for: where the person comes back to. */
const place = z.strictObject({
  project_id: id,
  post_id: id,
  post_social_id: id,
  social_network: z.enum(socialNetworks),
})

/** Where to send the person: to the design, or first to the tool's page that asks for their consent. */
const wayToDesign = z.strictObject({ url: z.string() })

const openingFailures = [
  'design_tool_not_set_up',
  'design_tool_unavailable',
  'design_tool_refused',
  'too_many_requests',
] as const

export const getDesignTool = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/design-tool',
  summary:
    'Get whether designs can be imported, and whether you have connected your account at the design tool',
  permission: 'post.edit',
  scope: { project: 'params.projectId' },
  params: project,
  output: z.strictObject({ name: z.string(), is_set_up: z.boolean(), is_connected: z.boolean() }),
})

/** (docs/product/design-tool.md "The round trip") */
export const startDesign = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/designs',
  summary: 'Begin a design of this size for a version of a post',
  permission: 'post.edit',
  cost: 'search',
  scope: { project: 'params.projectId' },
  params: project,
  body: z
    .strictObject({
      post_social_id: id,
      width: pixels,
      height: pixels,
      title: z.string().overwrite(writtenText).min(1).max(255),
    })
    .refine(size => !isDesignTooLarge(size), {
      path: ['width'],
      message: 'A design may have at most 25,000,000 pixels, such as 5000 by 5000',
    }),
  output: wayToDesign,
  failures: openingFailures,
})

/** Opens the design of an imported picture again; on the return, the new picture replaces it in its place. */
export const reopenDesign = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/medias/{mediaId}/design',
  summary: 'Open the design of an imported picture again',
  permission: 'post.edit',
  cost: 'search',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, mediaId: pathId }),
  body: z.strictObject({ post_social_id: id }),
  output: wayToDesign,
  failures: [...openingFailures, 'design_not_accessible'],
})

/** Ends the login at the design tool: with its code, or without one if the person declined. */
export const authorizeDesignTool = endpoint({
  method: 'POST',
  path: '/design-tool/authorization',
  summary: 'Return from the consent page of the design tool',
  permission: 'signed-in',
  body: z.strictObject({
    state: z.string().min(1).max(200),
    code: z.string().min(1).max(4096).nullable(),
  }),
  output: z.strictObject({ url: z.string().nullable(), place }),
  failures: [...openingFailures, 'design_ended', 'design_not_accessible'],
})

/** Reads what the design tool signed when it sent the person back. The same return may be read more than once. */
export const returnFromDesign = endpoint({
  method: 'POST',
  path: '/design-tool/returns',
  summary: 'Return from the design tool',
  permission: 'signed-in',
  body: z.strictObject({ correlation_jwt: z.string().min(1).max(8192) }),
  output: z.strictObject({ design_id: id, place }),
  failures: ['design_tool_not_set_up', 'design_tool_unavailable', 'design_ended', 'design_is_another'],
})

/** Starts the export of a design that came back, or looks how far it is: to be called until it is done. */
export const exportDesign = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/designs/{designId}/export',
  summary: 'Export a design that came back from the design tool',
  permission: 'post.edit',
  cost: 'search',
  scope: { project: 'params.projectId' },
  params: z.strictObject({ projectId: pathId, designId: pathId }),
  output: z.strictObject({
    status: z.enum(['in_progress', 'done']),
    canva_design_id: z.string(),
    /** Where the picture is, once it is done. */
    content_url: z.string().nullable(),
    /** The picture that the new one replaces in the post. */
    replaces_media_id: id.nullable(),
    post_social_id: id,
    title: z.string(),
  }),
  failures: [
    'design_tool_not_set_up',
    'design_tool_unavailable',
    'design_tool_disconnected',
    'design_not_accessible',
    'design_not_exported',
    'design_tool_refused',
    'design_ended',
    'too_many_requests',
  ],
})

/** Stores an exported picture in the project. The same export gives the same file, however often it is imported. */
export const importMedia = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/medias/import',
  summary: 'Import the exported picture of a design',
  permission: 'post.edit',
  cost: 'search',
  scope: { project: 'params.projectId' },
  params: project,
  body: z.strictObject({ content_url: z.url().max(8192), canva_design_id: designId }),
  output: media,
  failures: [
    'design_is_another',
    'design_not_fetched',
    'too_large',
    'unsupported_media_type',
    'upload_limit',
  ],
})

/** Forgets the person's access to the design tool and revokes it there. */
export const disconnectDesignTool = endpoint({
  method: 'DELETE',
  path: '/design-tool/connection',
  summary: 'Disconnect your account at the design tool',
  permission: 'signed-in',
  output: nothing,
})
