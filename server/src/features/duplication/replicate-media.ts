import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { statesBefore } from '#domain/kernel/lifecycle.ts'
import { mediaCopyLifecycle } from '#domain/media/status.ts'
import { sha256Of } from '#server/features/media/store-media.ts'
import { startConversions } from '#server/features/media/video-conversion/conversions.ts'
import type { Tx } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import { emit } from '#server/platform/events/emit.ts'
import { UPLOAD_FOLDER } from '#server/platform/http/multipart.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome } from '#server/platform/jobs/job-queues.ts'
import { sizeKey, sizes } from '#server/platform/storage/storage.ts'

/** A storage that fails this often is not just busy: a person is told, and may try again. */
const ATTEMPTS_MAX = 4

const texts = {
  missing: 'The original file is gone. Remove it from this post, or upload it again.',
  damaged: 'The original file is damaged. Remove it from this post, or upload it again.',
  failed: 'The file could not be copied.',
}

/** Thrown for an end that trying again would not change. */
class CopyRefused extends Error {}

/**
 * Copies what has not arrived of the files of a post. Each file is whole before it counts as copied; one that a crash has cut off is written
 * again to the same place.
 */
export const replicateMedia = async (services: Services, postId: number): Promise<JobOutcome> => {
  const { db } = services
  const waiting = await db
    .selectFrom('media_copies')
    .select('media_id')
    .where('post_id', '=', postId)
    .where('status', 'in', statesBefore(mediaCopyLifecycle, 'claimed'))
    .orderBy('media_id')
    .execute()
  let outcome: JobOutcome = 'done'
  for (const { media_id } of waiting) if (!(await replicateOne(services, media_id))) outcome = 'retry'
  return outcome
}

const claim = ({ db }: Services, mediaId: number) =>
  db.transaction().execute(async tx => {
    const attempt = sql<number>`attempt + 1`
    if (!(await move(tx, mediaCopyLifecycle, mediaId, 'claimed', { attempt }))) return null
    const copy = await tx
      .selectFrom('media_copies')
      .selectAll()
      .where('media_id', '=', mediaId)
      .executeTakeFirstOrThrow()
    await emitReplication(tx, copy)
    const [from, to] = await Promise.all(
      [copy.source_media_id, copy.media_id].map(id =>
        tx.selectFrom('medias').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      ),
    )
    return from && to ? { copy, from, to } : null
  })

type Claimed = NonNullable<Awaited<ReturnType<typeof claim>>>

/** @returns false if it has to be tried again */
const replicateOne = async (services: Services, mediaId: number): Promise<boolean> => {
  const claimed = await claim(services, mediaId)
  if (claimed === null) return true
  const { copy, to } = claimed
  // Deleted for good in the meantime: its bytes would never be purged.
  if (to.deleted_at !== null) return endWith(services, claimed, texts.missing)
  // It has killed its worker each time: without an end nobody could try again.
  if (copy.attempt > ATTEMPTS_MAX) return endWith(services, claimed, texts.failed)
  try {
    await copyBytes(services, claimed)
    return await endWith(services, claimed, null)
  } catch (error) {
    if (error instanceof CopyRefused) return endWith(services, claimed, error.message)
    services.log.warn({ err: error, media: mediaId, attempt: copy.attempt }, 'a file was not copied')
    return copy.attempt >= ATTEMPTS_MAX ? endWith(services, claimed, texts.failed) : false
  }
}

const copyBytes = async ({ storage }: Services, { from, to }: Claimed): Promise<void> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), `${UPLOAD_FOLDER}copy-`))
  try {
    for (const size of from.has_previews ? sizes : (['original'] as const)) {
      const stored = await storage.open(sizeKey(from.storage_key, size))
      if (stored === null) throw new CopyRefused(texts.missing)
      const at = path.join(folder, size)
      await pipeline(stored.stream, createWriteStream(at))
      // An approval names a file by its digest, so a copy with other bytes must never pass for it.
      if (size === 'original' && (await sha256Of(at)) !== from.sha256) throw new CopyRefused(texts.damaged)
      await storage.put(sizeKey(to.storage_key, size), { path: at }, stored.contentType)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Records the end; what a video of the post needs is started when it is there. */
const endWith = async (services: Services, { copy }: Claimed, failure: string | null): Promise<true> => {
  await services.db.transaction().execute(async tx => {
    const event = failure === null ? 'copied' : 'given_up'
    const ended = { failure, updated_at: services.clock.now() }
    if (!(await move(tx, mediaCopyLifecycle, copy.media_id, event, ended))) return
    await emitReplication(tx, { ...copy, status: mediaCopyLifecycle.events[event].to })
    if (failure !== null) return
    const socials = await tx
      .selectFrom('attachments')
      .select('post_social_id')
      .distinct()
      .where('media_id', '=', copy.media_id)
      .execute()
    await startConversions(
      tx,
      services,
      socials.map(({ post_social_id }) => post_social_id),
    )
  })
  return true
}

type Changed = { readonly project_id: number; readonly post_id: number; readonly status: string }

/** Tells the open screens, which then show it. */
export const emitReplication = (tx: Tx, { project_id, post_id, status }: Changed): Promise<void> =>
  emit(tx, {
    type: 'media.replication_changed',
    projectId: project_id,
    postId: post_id,
    actorId: null,
    detail: { status },
  })
