import { linkWithParameters } from '#domain/campaigns/link-parameters.ts'
import { textWithParameters } from '#domain/campaigns/linked-texts.ts'
import { readRowId } from '#domain/imports/row-ids.ts'
import type { ImportedDraft } from '#domain/imports/rows.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import { fittingType } from '#domain/networks/fitting-type.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { MediaAction } from '#domain/posts/contract.ts'
import type { Post, PostSocial } from '#domain/posts/model.ts'
import { giveCampaignNamed } from '#server/features/campaigns/named-campaigns.ts'
import { parametersIn, readCampaignNames } from '#server/features/campaigns/post-links.ts'
import { createPost } from '#server/features/posts/create-post.ts'
import { getPostFor } from '#server/features/posts/posts.ts'
import { viewerOf } from '#server/features/posts/viewer.ts'
import { createSchedule } from '#server/features/schedules/create-schedule.ts'
import { deleteSchedule } from '#server/features/schedules/delete-schedule.ts'
import { updateSchedule } from '#server/features/schedules/update-schedule.ts'
import { savePostSocials } from '#server/features/writing/save-post-socials.ts'
import { advisoryLock } from '#server/platform/db/locks.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { ScopedCall } from '#server/platform/http/route.ts'
import { archivedVersion } from './archived-files.ts'
import { findUnchanged, versionsOf } from './post-rows.ts'
import type { RowFiles } from './row-files.ts'

type ImportRow = Row<'import_rows'>
/** What became of a row. */
export type RowResult = Pick<ImportRow, 'outcome' | 'reason' | 'post_id'>

/** Creates the post of a row, or brings the draft that an earlier import made of it up to date. (docs/product/imports.md "Repeated rows") */
export const writeDraft = async (
  call: ScopedCall,
  row: ImportRow,
  files: RowFiles,
): Promise<RowResult | Failure> => {
  const earlier = await findEarlier(call, row)
  if (!earlier) return createDraft(call, row.draft, files)
  const result = { reason: null, post_id: earlier.post.id }
  if (
    earlier.hash?.equals(row.draft_hash) ||
    (!row.draft.archived && (await findUnchanged(call.tx, call, [row])).has(row))
  )
    return { ...result, outcome: 'unchanged' }
  if (earlier.post.status !== 'draft')
    return fail('illegal_transition', {
      message: 'The post of this row is no longer a draft. Change it in Galley.',
    })
  const versions = versionsOf(earlier.post, row.external_id)
  const networks = versions.map(({ social_network }) => social_network)
  if (row.draft.networks.toSorted().join() !== networks.toSorted().join())
    return fail('illegal_transition', {
      message: 'The post of this row has other networks. Change them in Galley.',
    })
  const isWhole = versions.length === earlier.post.post_socials.length
  const failure = isWhole
    ? await fillDraft(call, earlier.post, row.draft, files)
    : await fillVersions(call, { post: earlier.post, versions, draft: row.draft, files })
  return failure ?? { ...result, outcome: 'updated' }
}

/**
 * The post of an earlier row with the same ID, as it is now, unless it was deleted, and what that row said; or the post of this project that
 * the ID of an export names.
 */
const findEarlier = async ({ tx, scope, ...call }: ScopedCall, row: ImportRow) => {
  if (row.external_id === null) return null
  // Another import may be making the post of this id: the one that comes second finds it.
  await advisoryLock(tx, `imported post ${scope.projectId}/${row.external_id}`)
  const found = await tx
    .selectFrom('import_rows as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .select(['r.post_id', 'r.draft_hash'])
    .where('r.project_id', '=', scope.projectId)
    .where('r.external_id', '=', row.external_id)
    .where('r.outcome', 'in', ['created', 'updated', 'unchanged'])
    .where('p.deleted_at', 'is', null)
    .orderBy('r.import_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const postId = found?.post_id ?? readRowId(row.external_id)?.postId
  if (postId === undefined) return null
  const post = await getPostFor(tx, viewerOf({ ...call, scope }), postId, call.now)
  return isFailure(post) || post.project_id !== scope.projectId
    ? null
    : { post, hash: found?.draft_hash ?? null }
}

const createDraft = async (
  call: ScopedCall,
  draft: ImportedDraft,
  files: RowFiles,
): Promise<RowResult | Failure> => {
  const { projectId } = call.scope
  const body = {
    project_id: projectId,
    social_networks: [...draft.networks],
    type: draft.type,
    is_temporary: false,
  }
  const created = await createPost({ params: undefined, query: undefined, body }, call)
  if (isFailure(created)) return created
  const failure = await fillDraft(call, created.post as Post, draft, files)
  return failure ?? { outcome: 'created', reason: null, post_id: created.post_id }
}

/** The files and the link of the row instead of those that the version has. */
const mediaActions = (social: PostSocial, { link }: ImportedDraft, files: RowFiles): MediaAction[] => [
  ...social.attachments.map(({ id }): MediaAction => ({ action: 'detach', id })),
  ...(link === '' ? [] : [{ action: 'attach', description: 'link', extra_fields: { link } } as const]),
  ...files.pictures.map(
    (picture): MediaAction => ({
      action: 'attach',
      object_id: picture.id,
      description: 'media',
      extra_fields: {},
    }),
  ),
]

type Filling = {
  readonly post: Post
  readonly versions: readonly PostSocial[]
  readonly draft: ImportedDraft
  readonly files: RowFiles
}

const fillDraft = async (
  call: ScopedCall,
  post: Post,
  draft: ImportedDraft,
  files: RowFiles,
): Promise<Failure | null> => {
  if (draft.campaign !== undefined) await giveCampaignNamed(call, post.id, draft.campaign)
  return (
    (await fillVersions(call, { post, versions: post.post_socials, draft, files })) ??
    // A time that has passed since the export takes no time from its draft.
    (draft.archived?.schedule && !draft.schedule ? null : scheduleDraft(call, post, draft.schedule))
  )
}

const fillVersions = async (
  call: ScopedCall,
  { post, versions, draft, files }: Filling,
): Promise<Failure | null> => {
  const draftOn = await draftWithLinks(call, post, draft)
  const post_socials = versions.map(social => {
    const archived = draft.archived?.versions.find(({ network }) => network === social.social_network)
    return archived
      ? archivedVersion(social, archived, files.archived)
      : plainVersion(social, draftOn(social.social_network), files)
  })
  const body = { post_id: post.id, project_id: call.scope.projectId, post_socials }
  const saved = await savePostSocials({ body }, call)
  return isFailure(saved) ? saved : null
}

/** What the row says on each network: with the project's parameters in its links, if that was asked for. */
const draftWithLinks = async ({ tx, scope }: ScopedCall, { id }: Post, draft: ImportedDraft) => {
  if (!draft.adds_link_parameters) return () => draft
  const names = await readCampaignNames(tx, scope, [id])
  const parametersOn = parametersIn(scope, names.get(id) ?? null)
  return (network: SocialNetwork): ImportedDraft => {
    const parameters = parametersOn(network)
    if (parameters === null) return draft
    const { message, first_comment, link } = draft
    return {
      ...draft,
      message: textWithParameters(message, parameters),
      first_comment: textWithParameters(first_comment, parameters),
      link: link === '' ? '' : linkWithParameters(link, parameters),
    }
  }
}

const plainVersion = (social: PostSocial, draft: ImportedDraft, files: RowFiles) => ({
  id: social.id,
  message: draft.message,
  first_comment: draft.first_comment,
  message_editor_state: null,
  type: fittingType(social.social_network, draft.type, files.pictures),
  media_actions: mediaActions(social, draft, files),
})

const scheduleDraft = async (
  call: ScopedCall,
  { id: post_id, latest_schedule: old }: Post,
  wanted: ImportedDraft['schedule'],
): Promise<Failure | null> => {
  const none = { query: undefined, body: undefined }
  const isSame =
    old?.date === wanted?.date && old?.time === wanted?.time && old?.is_autoposting === wanted?.is_autoposting
  if (isSame) return null
  const failureOf = (answer: unknown) => (isFailure(answer) ? (answer as Failure) : null)
  if (!wanted && old)
    return failureOf(await deleteSchedule({ ...none, params: { scheduleId: old.id } }, call))
  if (!wanted) return null
  if (!old)
    return failureOf(await createSchedule({ ...none, params: undefined, body: { ...wanted, post_id } }, call))
  const body = { ...wanted, schedule_id: old.id }
  return failureOf(await updateSchedule({ ...none, params: { scheduleId: old.id }, body }, call))
}
