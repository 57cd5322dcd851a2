import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { appendFile, mkdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isFailure } from '#domain/kernel/failure.ts'
import { conversionLifecycle } from '#domain/media/status.ts'
import { CONVERTED_TYPE, type VideoTarget, videoTarget } from '#domain/media/video-conversion.ts'
import { fileProblems } from '#domain/networks/media-rules.ts'
import type { Db } from '#server/platform/db/database.ts'
import { move } from '#server/platform/db/move.ts'
import type { Row } from '#server/platform/db/schema.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { JobOutcome } from '#server/platform/jobs/job-queues.ts'
import { sizeKey, sizes } from '#server/platform/storage/storage.ts'
import { labelVideo } from '../file-formats/clean-video.ts'
import { isUnusable, probeFile } from '../file-formats/file-probe.ts'
import { renderPreviews } from '../file-formats/previews.ts'
import type { Probe } from '../file-formats/probe.ts'
import { repackVideo } from '../file-formats/repack-video.ts'
import { demuxerOf, ffmpeg } from '../file-formats/video-frame.ts'
import { CLEANING_VERSION, sha256Of } from '../store-media.ts'
import { type ConversionStart, convertedVideoName, emitConversion, toRuledFile } from './conversions.ts'
import { hasToneMapping, runFfmpeg } from './run-ffmpeg.ts'

type Claimed = Row<'media_conversions'> & { readonly result_key: string }
type Running = {
  readonly services: Services
  readonly claimed: Claimed
  readonly media: Row<'medias'>
  readonly folder: string
  /** Null: there is no ffmpeg, and a new container is all that can be made. */
  readonly program: string | null
}

/** A conversion that a crash has interrupted this often is probably its cause. */
const ATTEMPTS_MAX = 4
const TIME_LIMIT_MS = 15 * 60_000
/** How often the row is read and written while ffmpeg works. */
const TICK_MS = 1000
/** Open screens hear of every tenth. */
const REPORTED_STEP = 0.1
const AUDIO_BITS = 128_000
/** What the container and its index take. */
const CONTAINER_SHARE = 0.04
/** Some 1080p at 30 frames a second: more is not visible on a network. */
const BITRATE_MAX = 8_000_000

const texts = {
  noFfmpeg:
    'This installation of Galley cannot convert videos, because ffmpeg is not installed. Save the video as an MP4 within the limits, and upload it again.',
  damaged: 'The video could not be read. It may be damaged: save it as an MP4, and upload it again.',
  tooSlow:
    'The conversion took longer than 15 minutes. Make the video shorter or smaller, and upload it again.',
  tooBig: 'The video could not be made small enough. Make it shorter, and upload it again.',
  interrupted: 'The conversion was interrupted several times.',
  noToneMapping:
    'The original is HDR, and the ffmpeg of this installation cannot map its tones (zscale is missing): the colours are approximate.',
  missing: 'The original video is gone.',
}

/** Thrown for a failure that can be explained to the person. */
class ConversionFailed extends Error {}

/** Somebody has cancelled it, or another worker has taken it over. */
class NoLongerMine extends Error {}

/** Runs one conversion to its end. Nothing of it is seen before it is whole, and what a crash leaves is removed by the next attempt. */
export const runConversion = async (
  services: Services,
  start: ConversionStart,
  program: string | null = ffmpeg,
): Promise<JobOutcome> => {
  const claimed = await claim(services, start)
  if (claimed === null) return 'done'
  const media = await services.db
    .selectFrom('medias')
    .selectAll()
    .where('id', '=', claimed.media_id)
    .executeTakeFirstOrThrow()
  const folder = folderOf(claimed.id, claimed.result_key)
  await mkdir(folder, { mode: 0o700 })
  try {
    if (claimed.attempt > ATTEMPTS_MAX) throw new ConversionFailed(texts.interrupted)
    await convert({ services, claimed, media, folder, program })
  } catch (error) {
    await removeStored(services, claimed.result_key)
    if (error instanceof ConversionFailed) await markFailed(services.db, claimed, error.message)
    else if (!(error instanceof NoLongerMine)) throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return 'done'
}

/** With the attempt's random key, so that two Galleys on a machine never share one. */
const folderOf = (id: number, key: string): string => path.join(os.tmpdir(), `galley-conversion-${id}-${key}`)

const removeStored = async ({ storage }: Pick<Services, 'storage'>, key: string | null): Promise<void> => {
  if (key !== null) await Promise.all(sizes.map(size => storage.remove(sizeKey(key, size))))
}

/**
 * Takes the conversion, from a worker that is gone too, and removes what that one has left. Not for the job of an earlier start: that of
 * the latest one does the work, and two would work on the same video.
 */
const claim = async (
  services: Services,
  { conversionId: id, startNumber }: ConversionStart,
): Promise<Claimed | null> => {
  const key = randomBytes(16).toString('hex')
  const found = await services.db.transaction().execute(async tx => {
    const row = await tx
      .selectFrom('media_conversions')
      .selectAll()
      .where('id', '=', id)
      .where('start_number', '=', startNumber)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return null
    const attempt = { progress: 0, attempt: row.attempt + 1, result_key: key }
    if (!(await move(tx, conversionLifecycle, id, 'claimed', attempt))) return null
    const claimed = { ...row, ...attempt, status: 'running' as const }
    await emitConversion(tx, claimed)
    return { formerKey: row.result_key, claimed }
  })
  if (found === null) return null
  await removeStored(services, found.formerKey)
  if (found.formerKey !== null) await rm(folderOf(id, found.formerKey), { recursive: true, force: true })
  return found.claimed
}

/** Of `media_conversions`: this attempt still runs it; it was neither cancelled nor taken over. */
const isRunBy = ({ id, attempt, result_key }: Claimed): RawBuilder<SqlBool> =>
  sql<SqlBool>`(id = ${id} and attempt = ${attempt} and result_key = ${result_key} and status = 'running')`

const fenceOf = ({ attempt, result_key }: Claimed) => ({ attempt, result_key })

const markFailed = async (db: Db, claimed: Claimed, failure: string): Promise<void> => {
  await db.transaction().execute(async tx => {
    const ended = { failure, progress: 0, result_key: null }
    if (await move(tx, conversionLifecycle, claimed.id, 'given_up', ended, fenceOf(claimed)))
      await emitConversion(tx, { ...claimed, status: 'failed' })
  })
}

const convert = async (running: Running): Promise<void> => {
  const { claimed, media, folder } = running
  const target = videoTarget(claimed.social_network, claimed.post_type as never, toRuledFile(media))
  const demuxer = demuxerOf(media.content_type)
  if (target === null || demuxer === null || media.duration_seconds === null)
    throw new ConversionFailed(texts.damaged)
  const from = path.join(folder, 'original')
  const original = await running.services.storage.open(sizeKey(media.storage_key, 'original'))
  if (original === null) throw new ConversionFailed(texts.missing)
  await pipeline(original.stream, createWriteStream(from))
  const to = path.join(folder, 'converted.mp4')
  const bitrate = bitrateFor(target, media.duration_seconds)
  const repacked = target.isRepacked ? await repack(running, { from, to, target }) : null
  const probe = repacked ?? (await encode(running, { from, to, demuxer, target, bitrate }))
  await keep(running, to, probe)
}

/** Null: the new container alone does not make it fit after all, so that it has to be encoded anew. */
const repack = async (
  running: Running,
  { from, to, target }: Pick<Task, 'from' | 'to' | 'target'>,
): Promise<Probe | null> => {
  if (!(await repackVideo(from, to))) return null
  await fillUp(to, target)
  try {
    return await checkResult(running, to)
  } catch (error) {
    if (error instanceof ConversionFailed) return null
    throw error
  }
}

const encode = async (running: Running, task: Task): Promise<Probe> => {
  // A picture full of movement overshoots what it was given.
  const isSmall =
    (await transcode(running, task)) ||
    (await transcode(running, { ...task, bitrate: Math.floor(task.bitrate * 0.7) }))
  if (!isSmall) throw new ConversionFailed(texts.tooBig)
  await fillUp(task.to, task.target)
  return checkResult(running, task.to)
}

/** The header of a box. */
const BOX_BYTES = 8

/** A network may want more bytes than a short film needs: an empty box behind it, which players skip. */
const fillUp = async (file: string, { minBytes }: VideoTarget): Promise<void> => {
  const missing = minBytes - (await stat(file)).size
  if (missing <= 0) return
  const box = Buffer.alloc(Math.max(missing, BOX_BYTES))
  box.writeUInt32BE(box.length)
  box.write('free', 4, 'latin1')
  await appendFile(file, box)
}

const bitrateFor = ({ maxBytes }: VideoTarget, seconds: number): number => {
  const bits = (maxBytes * 8 * (1 - CONTAINER_SHARE)) / (seconds + 1)
  return Math.max(50_000, Math.min(BITRATE_MAX, Math.floor(bits - AUDIO_BITS)))
}

type Task = {
  readonly from: string
  readonly to: string
  readonly demuxer: string
  readonly target: VideoTarget
  readonly bitrate: number
}

/** Asked only for a video that needs it. */
const canMapTones = async ({ media: { stream }, program }: Running): Promise<boolean> =>
  program === null ||
  stream === null ||
  (stream.dynamic_range === 'sdr' && !stream.is_wide_gamut) ||
  hasToneMapping(program)

/** @returns whether the result is small enough */
const transcode = async (running: Running, task: Task): Promise<boolean> => {
  const { media, program } = running
  if (program === null) throw new ConversionFailed(texts.noFfmpeg)
  const { target, ...files } = task
  const stop = new AbortController()
  let seconds = 0
  const watching = watch(running, stop, () => seconds / (media.duration_seconds ?? 1))
  const outcome = await runFfmpeg(
    program,
    {
      ...files,
      size: target,
      frameRate: target.frameRate,
      stream: media.stream,
      hasToneMapping: await canMapTones(running),
      maxBytes: target.maxBytes,
      timeLimitMs: TIME_LIMIT_MS,
    },
    {
      signal: stop.signal,
      onSeconds: done => {
        seconds = done
      },
    },
  )
  await watching.end()
  if (outcome === 'cancelled') throw new NoLongerMine()
  if (outcome === 'too_slow') throw new ConversionFailed(texts.tooSlow)
  if (outcome === 'failed') throw new ConversionFailed(texts.damaged)
  return (await stat(task.to)).size <= target.maxBytes
}

/** Writes the progress, and stops ffmpeg when the conversion is no longer this attempt's. */
const watch = ({ services, claimed }: Running, stop: AbortController, shareOf: () => number) => {
  let reported = 0
  let work: Promise<void> = Promise.resolve()
  const tick = async () => {
    const progress = Math.min(0.99, Math.max(0, shareOf()))
    const row = await services.db
      .updateTable('media_conversions')
      .set({ progress, updated_at: services.clock.now() })
      .where(isRunBy(claimed))
      .returningAll()
      .executeTakeFirst()
    if (!row) return stop.abort()
    if (progress - reported < REPORTED_STEP) return
    reported = progress
    await emitConversion(services.db, row)
  }
  const timer = setInterval(() => {
    work = work.then(tick).catch((error: unknown) => {
      services.log.warn({ err: error, conversion: claimed.id }, 'progress of a conversion was not written')
    })
  }, TICK_MS)
  return {
    end: () => {
      clearInterval(timer)
      return work
    },
  }
}

/** Length is never cut: a result that is shorter than its original is a failure. */
const checkResult = async ({ claimed, media }: Running, to: string): Promise<Probe> => {
  const probe = await probeFile(to)
  if (!probe || isUnusable(probe) || probe.width === null) throw new ConversionFailed(texts.damaged)
  const [is, was] = [probe.seconds ?? 0, media.duration_seconds ?? 0]
  if (Math.abs(is - was) > Math.max(1, was * 0.02)) throw new ConversionFailed(texts.damaged)
  const { size: bytes } = await stat(to)
  const file = { ...probe, kind: probe.objectType, contentType: CONVERTED_TYPE, bytes }
  const [problem] = fileProblems(claimed.social_network, claimed.post_type as never, file)
  if (problem) throw new ConversionFailed(problem.text)
  return probe
}

/** Stores the result before its row: a crash in between leaves a file that the next attempt removes. */
const keep = async (running: Running, to: string, probe: Probe): Promise<void> => {
  const { services, claimed, media } = running
  const { db, storage } = services
  const key = claimed.result_key
  if (media.digital_source_type !== null) await labelVideo(to, media.digital_source_type)
  const previews = await renderPreviews(to, probe)
  if (isFailure(previews)) throw new ConversionFailed(texts.damaged)
  await storage.put(sizeKey(key, 'original'), { path: to }, CONVERTED_TYPE)
  for (const { size, bytes } of previews) await storage.put(sizeKey(key, size), { bytes }, 'image/webp')
  const [{ size }, sha256] = [await stat(to), await sha256Of(to)]
  const note = (await canMapTones(running)) ? null : texts.noToneMapping
  await db.transaction().execute(async tx => {
    const result = await tx
      .insertInto('medias')
      .values({
        project_id: media.project_id,
        user_id: media.user_id,
        source: 'converted',
        storage_key: key,
        object_type: 'video',
        content_type: CONVERTED_TYPE,
        file_size: size,
        sha256,
        original_name: convertedVideoName(media.original_name),
        has_previews: previews.length > 0,
        width: probe.width,
        height: probe.height,
        duration_seconds: probe.seconds,
        ...(probe.stream && { stream: JSON.stringify(probe.stream) }),
        digital_source_type: media.digital_source_type,
        cleaning_version: CLEANING_VERSION,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const done = { progress: 1, result_media_id: result.id, result_key: null, note }
    if (!(await move(tx, conversionLifecycle, claimed.id, 'finished', done, fenceOf(claimed))))
      throw new NoLongerMine()
    await emitConversion(tx, { ...claimed, status: 'done' })
  })
}
