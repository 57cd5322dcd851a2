import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { clientLanguages } from '#domain/kernel/languages/languages.ts'
import { day, id, instant, nothing, pathId } from '#domain/kernel/shapes.ts'
import { writtenText } from '#domain/kernel/text.ts'
import { reportPapers } from '#domain/reports/model.ts'
import { openedProof, proof } from './model.ts'

/** How many posts one proof shows at most: a busy month. */
export const PROOF_POSTS_MAX = 200
/** The days of a month. */
export const PROOF_DAYS_MAX = 31
/** The days after which a link may end. */
export const proofLifetimes = [7, 30, 90, 365] as const
const TITLE_MAX = 120
/** Wrong PINs that a link takes in a day: with six digits, a link of a year is opened by guessing once in hundreds. */
export const PIN_TRIES_PER_DAY = 20

const scope = { project: 'params.projectId' } as const
const params = z.strictObject({ projectId: pathId })

/** The links that open something at present, the newest first. */
export const listProofs = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/proofs',
  summary: 'List the proofs of a project',
  permission: 'proof.make',
  scope,
  params,
  output: z.array(proof),
})

/** Makes a read-only link to days or to chosen posts (docs/product/proofs.md "Making one"). */
export const createProof = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/proofs',
  summary: 'Make a read-only link to what is planned',
  permission: 'proof.make',
  cost: 'heavy',
  scope,
  params,
  body: z
    .strictObject({
      title: z.string().overwrite(writtenText).min(1, 'Enter a title.').max(TITLE_MAX),
      from: day.optional(),
      to: day.optional(),
      post_ids: z.array(id).min(1).max(PROOF_POSTS_MAX).optional(),
      is_frozen: z.boolean(),
      has_drafts: z.boolean(),
      has_comments: z.boolean(),
      pin: z
        .string()
        .regex(/^\d{6}$/, 'A PIN has six digits.')
        .nullable(),
      days: z.literal([...proofLifetimes]),
    })
    .refine(
      ({ post_ids, from, to }) =>
        post_ids === undefined
          ? from !== undefined && to !== undefined
          : from === undefined && to === undefined,
      'Name the posts, or the first and the last day',
    ),
  output: z.strictObject({ id, url: z.string(), expires_at: instant }),
  failures: ['nothing_to_show', 'too_many_posts', 'too_many_requests'],
})

export const revokeProof = endpoint({
  method: 'DELETE',
  path: '/projects/{projectId}/proofs/{proofId}',
  summary: 'Revoke a proof',
  permission: 'proof.make',
  scope,
  params: z.strictObject({ projectId: pathId, proofId: pathId }),
  output: nothing,
})

const paper = z.enum(reportPapers).default('a4')

/** What a proof shows, for paper; of a living one what is planned now. */
export const getProofPdf = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/proofs/{proofId}/pdf',
  summary: 'Get a proof as a PDF',
  permission: 'proof.make',
  cost: 'heavy',
  scope,
  params: z.strictObject({ projectId: pathId, proofId: pathId }),
  query: z.strictObject({ paper }),
  output: z.string(),
  file: 'application/pdf',
})

const token = z.string().min(1).max(100)
const key = {
  token,
  pin: z
    .string()
    .regex(/^\d{6}$/, 'A PIN has six digits.')
    .optional(),
  pass: z.string().max(100).optional(),
}

/** What the holder of a link may read. Opening it changes nothing but when it was last opened. */
export const openProof = endpoint({
  method: 'POST',
  path: '/proof-link',
  summary: 'Read a proof by its link',
  permission: 'public',
  body: z.strictObject(key),
  output: openedProof,
  failures: ['wrong_pin', 'too_many_requests'],
})

/** By a link as `openProof`. Without the PIN, where there is one, it is refused. `language`: that of the project if it is missing. */
export const openProofPdf = endpoint({
  method: 'POST',
  path: '/proof-link/pdf',
  summary: 'Get a proof as a PDF by its link',
  permission: 'public',
  cost: 'heavy',
  body: z.strictObject({ ...key, language: z.enum(clientLanguages).optional(), paper }),
  output: z.string(),
  file: 'application/pdf',
  failures: ['wrong_pin', 'too_many_requests'],
})
