import { sql } from 'kysely'
import type { NamedCampaign } from '#domain/campaigns/campaigns.ts'
import { type ImportMapping, importFields } from '#domain/imports/columns.ts'
import { exportRows } from '#domain/imports/post-rows.ts'
import { accountNames } from '#domain/imports/profiles.ts'
import { readRowId } from '#domain/imports/row-ids.ts'
import {
  type CheckedRow,
  checkRow,
  type ImportChoices,
  type ImportedDraft,
  type ImportSetting,
  plainChoices,
} from '#domain/imports/rows.ts'
import type { Attachment, Post } from '#domain/posts/model.ts'
import { listNamedCampaigns } from '#server/features/campaigns/named-campaigns.ts'
import { readPosts } from '#server/features/posts/posts.ts'
import { type Viewer, viewerOf } from '#server/features/posts/viewer.ts'
import { listProjectSocials } from '#server/features/social-accounts/connected-accounts.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'

/** The columns of an export are those of an import, in its order. */
const exportMapping: ImportMapping = Object.fromEntries(importFields.map((field, index) => [field, index]))

/** A picture's address as long as nobody has to fetch it. */
const plainAddress = ({ object_data: file }: Attachment): string => file?.public_url ?? ''

/** The same of two addresses that Galley has signed at different times. */
const withoutSignature = (address: string, publicUrl: string): string =>
  address.startsWith(`${publicUrl}/media/`) ? (address.split('?', 1)[0] ?? '') : address

const comparable = (
  draft: ImportedDraft,
  { publicUrl }: Viewer,
  { isOfVersion, hasCampaign }: { readonly isOfVersion: boolean; readonly hasCampaign: boolean },
): string =>
  JSON.stringify([
    ...[draft.networks, draft.type, draft.message, draft.first_comment, draft.link],
    draft.media.map(address => withoutSignature(address, publicUrl)),
    // A row of some versions leaves the time and the campaign of the post alone.
    isOfVersion ? null : draft.schedule,
    !isOfVersion && hasCampaign ? draft.campaign : null,
  ])

const namesById = (campaigns: readonly NamedCampaign[]): ReadonlyMap<number, string> =>
  new Map(campaigns.map(({ id, name }) => [id, name]))

/** Whether a row says what its post says now, so that there is nothing to import: an export that nobody has edited. */
const saysTheSame = (
  post: Post,
  { externalId, draft }: { readonly externalId: string; readonly draft: ImportedDraft },
  viewer: Viewer,
  setting: ProjectSetting,
): boolean => {
  const networks = readRowId(externalId)?.networks ?? null
  const rows = exportRows(post, {
    timezone: setting.timezone,
    campaigns: namesById(setting.campaigns),
    externalId,
    pictureAddress: plainAddress,
  })
  const about = { isOfVersion: networks !== null, hasCampaign: draft.campaign !== undefined }
  const wanted = comparable(draft, viewer, about)
  return rows.some(cells => {
    const now = checkRow({ cells }, { ...setting, ...plainChoices(exportMapping) }).draft
    return comparable(now, viewer, about) === wanted
  })
}

/** How many posts are read at once. */
const AT_ONCE = 100

/** Of these IDs, those of posts of the project: by an earlier import, or by an export of posts that were written in Galley. */
const findNamedPosts = async (
  db: Reader,
  viewer: Viewer,
  externalIds: readonly string[],
  now: Date,
): Promise<Map<string, Post>> => {
  const { projectId } = viewer.scope
  const earlier = await readImportedPosts(db, projectId, externalIds)
  const named = externalIds.flatMap(id => {
    const postId = earlier.get(id) ?? readRowId(id)?.postId
    return postId === undefined ? [] : [{ id, postId }]
  })
  const ids = [...new Set(named.map(({ postId }) => postId))]
  const posts = new Map<number, Post>()
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const found = await readPosts(db, viewer, ids.slice(from, from + AT_ONCE), now)
    for (const post of found) posts.set(post.id, post)
  }
  return new Map(
    named.flatMap(({ id, postId }) => {
      const post = posts.get(postId)
      return post ? [[id, post] as const] : []
    }),
  )
}

const readImportedPosts = async (
  db: Reader,
  projectId: number,
  externalIds: readonly string[],
): Promise<Map<string, number>> => {
  if (externalIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('import_rows as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .select(['r.external_id', 'r.post_id'])
    .where('r.project_id', '=', projectId)
    .where('r.external_id', 'in', externalIds)
    .where('r.outcome', 'in', ['created', 'updated', 'unchanged'])
    .where('p.deleted_at', 'is', null)
    .orderBy('r.import_id')
    .execute()
  return new Map(
    rows.flatMap(({ external_id, post_id }) =>
      external_id === null || post_id === null ? [] : [[external_id, post_id] as const],
    ),
  )
}

/** Of these rows, those that say what their posts say now. */
export const findUnchanged = async <T extends Pick<CheckedRow, 'external_id' | 'draft'>>(
  db: Reader,
  call: ScopedContext,
  rows: readonly T[],
): Promise<Set<T>> => {
  const ids = rows.flatMap(({ external_id }) => external_id ?? [])
  if (ids.length === 0) return new Set()
  const viewer = viewerOf(call)
  const setting = await readSetting(db, call)
  const posts = await findNamedPosts(db, viewer, ids, call.now)
  return new Set(
    rows.filter(({ external_id: externalId, draft }) => {
      const post = externalId === null ? undefined : posts.get(externalId)
      return post && externalId !== null && saysTheSame(post, { externalId, draft }, viewer, setting)
    }),
  )
}

/** Of these rows of an export, by ID and hash, the IDs of those that say what the last import of them said. */
export const findRepeated = async (
  db: Reader,
  projectId: number,
  rows: readonly { readonly external_id: string | null; readonly hash: string }[],
): Promise<Set<string>> => {
  const { rows: found } = await sql<{ external_id: string }>`
    select w.external_id from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w(external_id text, hash text)
    join lateral (
      select r.draft_hash from import_rows r join posts p on p.id = r.post_id and p.deleted_at is null
      where r.project_id = ${projectId} and r.external_id = w.external_id
        and r.outcome in ('created', 'updated', 'unchanged')
      order by r.import_id desc limit 1) last on last.draft_hash = decode(w.hash, 'hex')`.execute(db)
  return new Set(found.map(({ external_id }) => external_id))
}

type ProjectSetting = Omit<ImportSetting, keyof ImportChoices>

/** What the rows of this project's imports are checked against, now. */
export const readSetting = async (
  db: Reader,
  { scope, services, now }: ScopedContext,
): Promise<ProjectSetting> => {
  const socials = await listProjectSocials(db, scope)
  return {
    timezone: scope.timezone,
    connected: socials.map(({ social_network }) => social_network),
    campaigns: await listNamedCampaigns(db, scope.projectId),
    accounts: accountNames(socials),
    now,
    leadMinutes: services.config.LEAD_TIME_MINUTES,
    findPicture: null,
  }
}

/** The IDs under which these posts were imported, by post: of those with one ID the post that a repeated row belongs to. */
export const readExternalIds = async (
  db: Reader,
  projectId: number,
  postIds: readonly number[],
): Promise<Map<number, string>> => {
  const { rows } = await sql<{ post_id: number; external_id: string }>`
    select distinct on (r.external_id) r.post_id, r.external_id
    from import_rows r join posts p on p.id = r.post_id and p.deleted_at is null
    where r.project_id = ${projectId} and r.outcome in ('created', 'updated', 'unchanged')
      and r.external_id in (select x.external_id from import_rows x
        where x.post_id = any(${[...postIds]}::bigint[]) and x.project_id = ${projectId})
    order by r.external_id, r.import_id desc`.execute(db)
  return new Map(rows.map(({ post_id, external_id }) => [post_id, external_id]))
}

/** The posts of an export as rows, with addresses at which their pictures can be fetched. */
export const readExportRows = async (
  db: Reader,
  viewer: Viewer,
  ids: readonly number[],
  { now, pictureAddress }: { readonly now: Date; readonly pictureAddress: (file: Attachment) => string },
): Promise<string[][]> => {
  const posts = await readPosts(db, viewer, ids, now)
  const externalIds = await readExternalIds(db, viewer.scope.projectId, ids)
  const { timezone, projectId } = viewer.scope
  const campaigns = namesById(await listNamedCampaigns(db, projectId))
  return posts.flatMap(post =>
    exportRows(post, { timezone, campaigns, externalId: externalIds.get(post.id) ?? null, pictureAddress }),
  )
}

/** The versions of its post that a row with this ID is about. */
export const versionsOf = ({ post_socials }: Post, externalId: string | null): Post['post_socials'] => {
  const networks = externalId === null ? null : (readRowId(externalId)?.networks ?? null)
  return networks === null
    ? post_socials
    : post_socials.filter(({ social_network }) => networks.includes(social_network))
}
