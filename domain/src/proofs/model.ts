import { z } from 'zod'
import { clientLanguages } from '#domain/kernel/languages/languages.ts'
import { day, id, instant } from '#domain/kernel/shapes.ts'
import { objectData, objectTypes } from '#domain/media/model.ts'
import { postTypes, socialNetworks } from '#domain/networks/model.ts'
import { attachment, linkedPage, mention } from '#domain/posts/model.ts'
import { projectSocial } from '#domain/social-accounts/model.ts'

/** How far a version is, as somebody reads it who does not decide: nothing of it tells what goes on inside the agency. */
export const proofStandings = ['published', 'planned', 'waiting', 'in_preparation'] as const

/** A file with what shows it, and nothing of who uploaded it under which name. */
const shownFile = objectData.pick({ public_url: true, content_type: true, previews: true }).extend({
  options: objectData.shape.options.pick({
    width: true,
    height: true,
    ratio: true,
    type: true,
    duration: true,
  }),
  digital_source_type: z.string().optional(),
})

const shownAttachment = z.strictObject({
  id,
  object_type: z.enum(objectTypes),
  object_data: shownFile.nullable(),
  thumbnail_object_data: shownFile.nullable(),
  description: attachment.shape.description,
  extra_fields: attachment.shape.extra_fields.pick({
    link: true,
    name: true,
    title: true,
    description: true,
    alt_text: true,
    is_child_link: true,
  }),
})
export type ProofAttachment = z.output<typeof shownAttachment>

/** What was said about a version for the client to read. `by` null: somebody of the agency. */
const comment = z.strictObject({ at: instant, by: z.string().nullable(), message: z.string() })

const version = z.strictObject({
  id,
  social_network: z.enum(socialNetworks),
  type: z.enum(postTypes),
  standing: z.enum(proofStandings),
  message: z.string(),
  /** Empty as well if the network has refused it. */
  first_comment: z.string(),
  mentions: z.array(mention),
  attachments: z.array(shownAttachment),
  linked_page: linkedPage.nullable(),
  published_at: instant.nullable(),
  permalink: z.string().nullable(),
  comments: z.array(comment),
})
export type ProofVersion = z.output<typeof version>

const proofPost = z.strictObject({
  id,
  /** Null: it has no date yet. */
  scheduled_at: instant.nullable(),
  versions: z.array(version),
})
export type ProofPost = z.output<typeof proofPost>

/** What is shown of the posts: that of a frozen proof is kept as it was. */
export const proofContent = z.strictObject({
  posts: z.array(proofPost),
  /** There are more than a proof shows. */
  has_more: z.boolean(),
  accounts: z.array(
    projectSocial.pick({ social_network: true, name: true, logo: true, account_details: true }),
  ),
  project_name: z.string(),
  agency_name: z.string(),
  timezone: z.string(),
  look: z.strictObject({
    accent: z.string().nullable(),
    agency_logo: z.string().nullable(),
    project_logo: z.string().nullable(),
  }),
})
export type ProofContent = z.output<typeof proofContent>

export const sharedProof = proofContent.extend({
  title: z.string(),
  from: day.nullable(),
  to: day.nullable(),
  has_comments: z.boolean(),
  /** When it was frozen; null: it shows what is planned now. */
  frozen_at: instant.nullable(),
  expires_at: instant,
})
export type SharedProof = z.output<typeof sharedProof>

/** What the holder of a link gets. */
export const openedProof = z.strictObject({
  language: z.enum(clientLanguages),
  /** Null: it has a PIN, which has to be entered. */
  proof: sharedProof.nullable(),
  /** In place of the PIN in further calls; null: it has none. */
  pass: z.string().nullable(),
})
export type OpenedProof = z.output<typeof openedProof>

/** A proof as its makers see it. The link itself is never shown again. */
export const proof = z.strictObject({
  id,
  title: z.string(),
  is_frozen: z.boolean(),
  has_drafts: z.boolean(),
  has_comments: z.boolean(),
  has_pin: z.boolean(),
  made_by: z.string(),
  created_at: instant,
  expires_at: instant,
  /** When somebody last opened it; null: nobody has. */
  opened_at: instant.nullable(),
})
export type Proof = z.output<typeof proof>
