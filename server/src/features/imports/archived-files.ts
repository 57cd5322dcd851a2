import { sql } from 'kysely'
import type { ArchivedMedia, ArchivedVersion } from '#domain/archives/posts.ts'
import { takenType } from '#domain/imports/archived-posts.ts'
import type { ImportedDraft } from '#domain/imports/rows.ts'
import type { MediaAction } from '#domain/posts/contract.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import { ofOtherThings } from '#server/features/media/media-use.ts'
import { sha256Of } from '#server/features/media/store-media.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'
import { type OpenZip, type Problem, storeFile, unpack } from './fetch-pictures.ts'

/** Media of the project by what the export says of them. */
export type ArchivedFiles = ReadonlyMap<string, number>

export const noArchivedFiles: ArchivedFiles = new Map()

const keyOf = ({ sha256, name, crop }: ArchivedMedia): string => JSON.stringify([sha256, name, crop])

/** Stores the files of a post of an export, each once: one that the project has already, from an earlier post or import, serves again. */
export const storeArchived = async (
  call: ScopedContext,
  { archived, networks }: ImportedDraft,
  openZip: OpenZip,
): Promise<{ readonly archived: ArchivedFiles } | Problem> => {
  const versions = archived?.versions.filter(({ network }) => networks.includes(network)) ?? []
  const attachments = versions.flatMap(version => version.attachments)
  const stored = new Map<string, number>()
  for (const media of attachments.flatMap(one => [one.media, one.thumbnail])) {
    if (media === null || stored.has(keyOf(media))) continue
    const id = await storeMedia(call, media, openZip)
    if (typeof id !== 'number') return id
    stored.set(keyOf(media), id)
  }
  return { archived: stored }
}

const storeMedia = async (
  call: ScopedContext,
  media: ArchivedMedia,
  openZip: OpenZip,
): Promise<number | Problem> => {
  const known = await findStored(call, media)
  if (known !== null) return known
  const parent =
    media.parent && (await storeMedia(call, { ...media.parent, crop: null, parent: null }, openZip))
  if (parent !== null && typeof parent !== 'number') return parent
  const stored = await storeFile(call, media.name, async file => {
    const problem = await unpack(media.file, openZip, file)
    if (problem) return problem
    const isSame = (await sha256Of(file)) === media.sha256
    return isSame
      ? null
      : `The file "${media.name.slice(0, 120).toWellFormed()}" is not the one that was exported.`
  })
  if ('problem' in stored) return stored
  if (parent !== null)
    await call.services.db
      .updateTable('medias')
      .set({ parent_media_id: parent, crop: JSON.stringify(media.crop) })
      .where('id', '=', stored.id)
      .execute()
  return stored.id
}

const findStored = async (
  { services, scope }: ScopedContext,
  { sha256, name, crop }: ArchivedMedia,
): Promise<number | null> => {
  const found = await services.db
    .selectFrom('medias')
    .select('id')
    .where('project_id', '=', scope.projectId)
    .where('sha256', '=', sha256)
    .where('original_name', '=', name.slice(0, 255) || 'file')
    .where('source', 'not in', ofOtherThings)
    .where('deleted_at', 'is', null)
    .where('purged_at', 'is', null)
    .where(sql<boolean>`crop is not distinct from ${crop === null ? null : JSON.stringify(crop)}::jsonb`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return found?.id ?? null
}

/** A version as the export has it, in place of what it says now. */
export const archivedVersion = (social: PostSocial, version: ArchivedVersion, files: ArchivedFiles) => {
  const { network, message, first_comment, message_editor_state, extra_fields, attachments } = version
  const idOf = (media: ArchivedMedia | null) => (media === null ? undefined : files.get(keyOf(media)))
  const media_actions: MediaAction[] = [
    ...social.attachments.map(({ id }) => ({ action: 'detach', id }) as const),
    ...attachments.map(({ media, thumbnail, ...rest }) => ({
      ...({ action: 'attach', ...rest } as const),
      object_id: idOf(media),
      thumbnail_object_id: idOf(thumbnail),
    })),
  ]
  const type = takenType([network], version.type)
  return { id: social.id, type, message, first_comment, message_editor_state, extra_fields, media_actions }
}
