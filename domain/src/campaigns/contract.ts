import { z } from 'zod'
import { endpoint } from '#domain/kernel/endpoint.ts'
import { SELECTED_MAX } from '#domain/kernel/selection.ts'
import { clockTime, day, id, nothing, pathId } from '#domain/kernel/shapes.ts'
import { oneLine, plainLines, writtenText } from '#domain/kernel/text.ts'
import { hexColor } from '#domain/labels/colors.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { mediaAction, savedText } from '#domain/posts/contract.ts'
import { CAMPAIGN_GOAL_MAX, campaignDaysProblem, campaignNameProblem } from './campaigns.ts'
import { campaign } from './model.ts'
import { LEFT_OUT_MAX, REPEATED_MAX, SHIFT_DAYS_MAX } from './repeat.ts'

const inProject = z.strictObject({ projectId: pathId })
const oneOfProject = z.strictObject({ projectId: pathId, campaignId: pathId })
const scope = { project: 'params.projectId' } as const

/** A day, or none: an empty text or null. */
const dayOrNone = z
  .union([day, z.literal('').transform(() => null), z.null()])
  .optional()
  .transform(value => value ?? null)

/** The fields of a campaign that may be set (docs/product/campaigns.md "Limits"). */
const fields = {
  name: z
    .string({ error: 'Name is required' })
    .overwrite(oneLine)
    .superRefine((name, context) => {
      const problem = campaignNameProblem(name)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    }),
  color: z
    .string({ error: 'Color is required' })
    .refine(color => hexColor(color) !== null, 'Color is required')
    .transform(color => hexColor(color) ?? color),
  start_at: dayOrNone,
  end_at: dayOrNone,
  goal: z
    .string()
    .overwrite(plainLines)
    .pipe(z.string().overwrite(writtenText).max(CAMPAIGN_GOAL_MAX))
    .default(''),
}
type Days = { start_at: string | null; end_at: string | null }
const withDays = ({ value, issues }: z.core.ParsePayload<Days>) => {
  const problem = campaignDaysProblem(value.start_at ?? '', value.end_at ?? '')
  if (problem) issues.push({ code: 'custom', message: problem, path: ['end_at'], input: value.end_at })
}

/** All campaigns of a project, by name. Clients see neither goals nor numbers of posts. */
export const listCampaigns = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/campaigns',
  summary: "List a project's campaigns",
  permission: 'post.see',
  scope,
  params: inProject,
  output: z.array(campaign),
})

export const createCampaign = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/campaigns',
  summary: 'Create a campaign',
  permission: 'campaign.edit',
  scope,
  params: inProject,
  body: z.strictObject(fields).check(withDays),
  output: campaign,
})

export const saveCampaign = endpoint({
  method: 'PUT',
  path: '/projects/{projectId}/campaigns/{campaignId}',
  summary: 'Change a campaign',
  permission: 'campaign.edit',
  scope,
  params: oneOfProject,
  body: z
    .strictObject({
      ...fields,
      /** The version that was loaded; another one answers 409 `stale_version`. Left out: the last save wins. */
      version: z.int().positive().optional(),
    })
    .check(withDays),
  output: campaign,
  failures: ['stale_version'],
})

/** Its posts stay, and belong to it again if it is restored from the bin (docs/product/campaigns.md "Deleting"). */
export const deleteCampaign = endpoint({
  method: 'DELETE',
  path: '/projects/{projectId}/campaigns/{campaignId}',
  summary: 'Delete a campaign; its posts stay',
  permission: 'campaign.edit',
  scope,
  params: oneOfProject,
  output: nothing,
})

/**
 * Says which campaign these posts belong to, all of them or none; null: to none. It changes nothing that goes out, so that it is possible
 * in every status. The answer is what each of them belonged to before, for Undo. (docs/product/campaigns.md "A post's campaign")
 */
export const setCampaign = endpoint({
  method: 'PUT',
  path: '/projects/{projectId}/posts/campaign',
  summary: 'Set the campaign of one or more posts',
  permission: 'campaign.edit',
  scope,
  params: inProject,
  body: z.strictObject({
    post_ids: z.array(id).min(1).max(SELECTED_MAX),
    campaign_id: id.nullable(),
  }),
  output: z.array(z.strictObject({ post_id: id, campaign_id: id.nullable() })),
})

/**
 * Puts the project's parameters into the links of drafts that have none, each post whole or not at all. `saved`: the texts and links as they
 * were and the versions they have now, so that `savePostSocials` can restore them; empty: no link of the post lacked parameters.
 */
export const addLinkParameters = endpoint({
  method: 'PUT',
  path: '/projects/{projectId}/posts/link-parameters',
  summary: 'Add parameters to the links of several drafts',
  permission: 'post.edit',
  scope,
  params: inProject,
  body: z.strictObject({ post_ids: z.array(id).min(1).max(50) }),
  output: z.array(
    z.strictObject({
      post_id: id,
      /** Why it was left as it was, in words; null: nothing prevented it. */
      refusal: z.string().nullable(),
      saved: z.array(savedText.extend({ media_actions: z.array(mediaAction) })),
    }),
  ),
})

const planned = z.strictObject({ date: day, time: clockTime, is_autoposting: z.boolean() })

const repetition = {
  /** The caller's own project, or another one of the agency in which they may create posts. */
  to_project_id: pathId,
  shift_days: z.coerce.number<string | number>().int().min(-SHIFT_DAYS_MAX).max(SHIFT_DAYS_MAX),
  keeps_weekdays: z.enum(['true', 'false']).default('true'),
  /** Days on which nothing is to go out, with commas between them. */
  left_out: z
    .string()
    .regex(/^\d{4}-\d\d-\d\d(,\d{4}-\d\d-\d\d)*$/, 'Days as yyyy-MM-dd with commas between them')
    .max(11 * LEFT_OUT_MAX)
    .optional(),
}

/** What would become of each post of a campaign that is repeated. `problem`: why nothing can be, in words; null: it can. */
export const previewRepeat = endpoint({
  method: 'GET',
  path: '/projects/{projectId}/campaigns/{campaignId}/repeat',
  summary: 'Preview what becomes of the posts of a campaign that is repeated',
  permission: 'post.create',
  cost: 'search',
  scope,
  params: oneOfProject,
  query: z.strictObject(repetition),
  output: z.strictObject({
    timezone: z.string(),
    problem: z.string().nullable(),
    /** How many files have to be copied; none within a project. */
    files: z.int(),
    /** By their times, those without one last. */
    posts: z.array(
      z.strictObject({
        post_id: id,
        message: z.string(),
        is_repeated: z.boolean(),
        social_networks: z.array(z.enum(socialNetworks)),
        from: planned.nullable(),
        schedule: planned.nullable(),
        /** What cannot come along, and what has to be mended. */
        notices: z.array(z.string()),
      }),
    ),
  }),
  failures: ['project_archived'],
})

/** Makes drafts of all posts of a campaign that can come along, in a new campaign: all of them or none. */
export const repeatCampaign = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/campaigns/{campaignId}/repeat',
  summary: 'Repeat a campaign on other days or for another client, as drafts',
  permission: 'post.create',
  cost: 'heavy',
  scope,
  params: oneOfProject,
  body: z.strictObject({
    to_project_id: id,
    shift_days: z.int().min(-SHIFT_DAYS_MAX).max(SHIFT_DAYS_MAX),
    keeps_weekdays: z.boolean().default(true),
    left_out: z.array(day).max(LEFT_OUT_MAX).default([]),
    /** Of the new campaign. */
    name: fields.name,
  }),
  output: z.strictObject({ campaign, post_ids: z.array(id) }),
  failures: [
    'network_not_connected',
    'type_not_allowed',
    'lead_time',
    'autoposting_not_possible',
    'illegal_transition',
    'upload_limit',
    'project_archived',
  ],
})

/**
 * Deletes the drafts that a repeat has made and the new campaign with them, if nobody has changed any of it since: all or nothing. They are
 * found in the bin. (docs/product/campaigns.md "Repeat")
 */
export const undoRepeat = endpoint({
  method: 'POST',
  path: '/projects/{projectId}/campaigns/{campaignId}/repeat/undo',
  summary: 'Delete the drafts and the campaign that a repeat has made',
  permission: 'post.delete',
  cost: 'heavy',
  scope,
  /** Of the new campaign. */
  params: oneOfProject,
  body: z.strictObject({ post_ids: z.array(id).min(1).max(REPEATED_MAX) }),
  output: nothing,
  failures: ['illegal_transition', 'being_published', 'already_live'],
})
