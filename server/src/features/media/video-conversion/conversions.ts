import { sql } from 'kysely'
import type { VideoConversion } from '#domain/media/model.ts'
import { videoTarget } from '#domain/media/video-conversion.ts'
import type { MediaFile, PostType, SocialNetwork } from '#domain/networks/model.ts'
import type { Db, Tx } from '#server/platform/db/database.ts'
import type { Row } from '#server/platform/db/schema.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobQueue } from '#server/platform/jobs/job-queues.ts'
import { ffmpeg } from '../file-formats/video-frame.ts'

/** One start of a conversion: cancelled and started again, it is another one. */
export type ConversionStart = { readonly conversionId: number; readonly startNumber: number }

/** A conversion takes minutes, so a dead worker is noticed by its silence; another one begins again. */
export const convertVideoQueue: JobQueue<ConversionStart> = {
  name: 'convert-video',
  retry: { times: 5, firstSeconds: 2, longestSeconds: 30 },
  expireSeconds: 3600,
  heartbeatSeconds: 20,
  // Each takes two threads for minutes.
  atOnce: 1,
}

/** Of one project, at a time: more than a week's posts need, and few enough that they end within hours. */
export const WAITING_MAX = 30
export const tooManyText =
  'Too many videos of this project are waiting to be converted. Try again when some of them are done.'

type ConversionRow = Row<'media_conversions'>
type Need = { readonly mediaId: number; readonly network: SocialNetwork; readonly type: PostType }

export const toWireConversion = ({
  id,
  status,
  progress,
  failure,
  note,
}: Pick<ConversionRow, 'id' | 'status' | 'progress' | 'failure' | 'note'>): VideoConversion => ({
  id,
  status,
  progress,
  failure,
  ...(note === null ? {} : { note }),
})

/** A stored file as the networks' rules see it. */
export const toRuledFile = (
  row: Pick<
    Row<'medias'>,
    'object_type' | 'content_type' | 'file_size' | 'width' | 'height' | 'duration_seconds' | 'stream'
  >,
): MediaFile => ({
  kind: row.object_type,
  contentType: row.content_type,
  bytes: row.file_size,
  width: row.width,
  height: row.height,
  seconds: row.duration_seconds,
  stream: row.stream,
})

type RuledRow = Parameters<typeof toRuledFile>[0]

/** Files that have no format in `video-frame.ts` are not converted. */
export const isNeeded = (row: RuledRow, network: SocialNetwork, type: PostType): boolean =>
  videoTarget(network, type, toRuledFile(row)) !== null

/**
 * Whether this installation can make a video fit: a new container needs no ffmpeg. A worker on another machine without ffmpeg lets its jobs
 * fail, and says why.
 */
export const canConvert = (network: SocialNetwork, type: PostType, file: MediaFile): boolean => {
  const target = videoTarget(network, type, file)
  return target !== null && (target.isRepacked || ffmpeg !== null)
}

/** How many conversions of a project wait or run. */
export const countWaiting = async (tx: Tx, projectId: number): Promise<number> =>
  (
    await tx
      .selectFrom('media_conversions')
      .select(eb => eb.fn.countAll<number>().as('waiting'))
      .where('project_id', '=', projectId)
      .where('status', 'in', ['queued', 'running'])
      .executeTakeFirstOrThrow()
  ).waiting

/** A project's first conversion goes before another project's second one, so that nobody waits for all of somebody's videos. */
export const enqueueConversion = (
  tx: Tx,
  { jobs }: Pick<Services, 'jobs'>,
  { id, start_number }: Pick<ConversionRow, 'id' | 'start_number'>,
  waitingBefore: number,
): Promise<void> =>
  jobs.enqueue(
    tx,
    convertVideoQueue,
    { conversionId: id, startNumber: start_number },
    { priority: 0 - waitingBefore },
  )

/** A video that a version cannot show as it is. */
export type NeededConversion = Pick<ConversionRow, 'project_id' | 'media_id' | 'social_network' | 'post_type'>

const neededBy = async (tx: Tx, postSocialIds: readonly number[]): Promise<NeededConversion[]> => {
  const videos = await tx
    .selectFrom('attachments as a')
    .innerJoin('post_socials as s', 's.id', 'a.post_social_id')
    .innerJoin('medias as m', 'm.id', 'a.media_id')
    .select(['s.social_network', 's.type', 'm.id', 'm.project_id', 'm.object_type', 'm.content_type'])
    .select(['m.file_size', 'm.width', 'm.height', 'm.duration_seconds', 'm.stream'])
    .where('a.post_social_id', 'in', postSocialIds)
    .where('a.description', '=', 'media')
    .where('m.object_type', '=', 'video')
    // A video that is still being copied here is converted when it has arrived.
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('media_copies as c')
            .select('c.media_id')
            .whereRef('c.media_id', '=', 'm.id')
            .where('c.status', '<>', 'duplicated'),
        ),
      ),
    )
    .execute()
  return videos
    .filter(video => canConvert(video.social_network, video.type, toRuledFile(video)))
    .map(({ id, project_id, social_network, type }) => ({
      media_id: id,
      project_id,
      social_network,
      post_type: type,
    }))
}

/**
 * Starts what nobody has started; a conversion that failed or was cancelled is left to people, and so is what would be too many.
 */
export const startNeeded = async (
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  needed: readonly NeededConversion[],
): Promise<void> => {
  for (const need of needed) {
    const waitingBefore = await countWaiting(tx, need.project_id)
    const isTooMany = waitingBefore >= WAITING_MAX
    const started = await tx
      .insertInto('media_conversions')
      .values({ ...need, ...(isTooMany && { status: 'failed', failure: tooManyText }) })
      .onConflict(conflict => conflict.doNothing())
      .returning(['id', 'start_number'])
      .executeTakeFirst()
    if (started && !isTooMany) await enqueueConversion(tx, services, started, waitingBefore)
  }
}

/** Starts what these versions need. @returns all that they need, also what was started before */
export const startConversions = async (
  tx: Tx,
  services: Pick<Services, 'jobs'>,
  postSocialIds: readonly number[],
): Promise<readonly NeededConversion[]> => {
  if (postSocialIds.length === 0) return []
  const needed = await neededBy(tx, postSocialIds)
  await startNeeded(tx, services, needed)
  return needed
}

/** The conversion of a file for a network's type of post, locked. */
export const lockConversion = (tx: Tx, { mediaId, network, type }: Need) =>
  tx
    .selectFrom('media_conversions')
    .selectAll()
    .where('media_id', '=', mediaId)
    .where('social_network', '=', network)
    .where('post_type', '=', type)
    .forUpdate()
    .executeTakeFirst()

/** Tells the open screens of every post that has the file, so that they read its progress. */
export const emitConversion = async (db: Db | Tx, conversion: ConversionRow): Promise<void> => {
  const { rows } = await sql<{ id: number }>`
    select distinct p.id from attachments a
      join post_socials s on s.id = a.post_social_id and s.social_network = ${conversion.social_network}
        and s.type = ${conversion.post_type}
      join posts p on p.id = s.post_id and p.deleted_at is null
    where a.media_id = ${conversion.media_id} order by p.id limit 100`.execute(db)
  await emitAll(
    db as Tx,
    rows.map(({ id }) => ({
      type: 'media.conversion_changed',
      projectId: conversion.project_id,
      postId: id,
      actorId: null,
      detail: { conversion_id: conversion.id, status: conversion.status },
    })),
  )
}

/** The name of the result: that of the original with the ending of its new type. */
export const convertedVideoName = (name: string): string => `${name.replace(/\.[^.]*$/, '')}.mp4`
