import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import { bodyBytesMaxOf, type Endpoint } from '#domain/kernel/endpoint.ts'
import { type Failure, fail, isFailure } from '#domain/kernel/failure.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/platform/db/database.ts'
import { oncePer } from '#server/platform/jobs/batches.ts'
import { returnAmount, takeAmount } from '#server/platform/session/amounts.ts'
import { waitBefore } from '#server/platform/session/attempts.ts'
import type { Person } from '#server/platform/session/scope.ts'
import { type Caller, passGates } from './admit.ts'
import { idsAskedOf, isLocated, type Sent } from './gate.ts'
import { FORM_BYTES_MAX, type Form, readForm, UPLOAD_FOLDER } from './multipart.ts'
import type { Route, ScopedContext, Services } from './route.ts'

/** Room for the largest upload that the editor offers (docs/product/media.md "Limits") when a route sets nothing else. */
const FILE_BYTES_MAX = 210_000_000
/** A connection that sends less than this in `UPLOAD_STALL_SECONDS` is only being kept open. */
const LEAST_PROGRESS_BYTES = 64_000
const MB = 1_000_000

type Upload = Caller & { readonly request: FastifyRequest; readonly sent: Sent }

const fieldsBytesMaxOf = (endpoint: Endpoint): number => Math.min(FORM_BYTES_MAX, bodyBytesMaxOf(endpoint))

const largestOf = ({ endpoint, options }: Route): number => {
  const files = Object.values(endpoint.files ?? {}).reduce((sum, count) => sum + count, 0)
  return fieldsBytesMaxOf(endpoint) + files * (options.maxFileBytes ?? FILE_BYTES_MAX)
}

const limitsOf = ({ endpoint, options }: Route) => ({
  allowed: endpoint.files ?? {},
  maxFileBytes: options.maxFileBytes ?? FILE_BYTES_MAX,
  maxFieldBytes: fieldsBytesMaxOf(endpoint),
})

/** The length that the sender has announced, which its connection enforces; without one, the most that the call accepts. */
const announcedBytes = ({ headers }: FastifyRequest, largest: number): number => {
  const length = Number(headers['content-length'] ?? Number.NaN)
  return Number.isFinite(length) ? length : largest
}

/** Bytes of the uploads in progress in this process, by person and in total. Each upload counts with the most that it may send. */
const roomOf = oncePer((_config: Config) => new Map<number | 'all', number>())

const takeRoom = (config: Config, person: Person, bytes: number): Failure | null => {
  const room = roomOf(config)
  const of = (key: number | 'all') => room.get(key) ?? 0
  const most = config.UPLOAD_TEMP_MB * MB
  if (of(person.userId) + bytes > most / 2)
    return fail('too_many_requests', {
      wait: 10,
      message: 'Too many uploads at once. Please try again {when}.',
    })
  if (of('all') + bytes > most) return fail('storage_full', { wait: 10 })
  room.set(person.userId, of(person.userId) + bytes).set('all', of('all') + bytes)
  return null
}

const returnRoom = (config: Config, { userId }: Person, bytes: number): void => {
  const room = roomOf(config)
  for (const key of [userId, 'all'] as const) {
    const rest = (room.get(key) ?? 0) - bytes
    if (rest > 0) room.set(key, rest)
    else room.delete(key)
  }
}

/** In kilobytes, so that a day's amount fits into an integer column. */
const kilobytes = (bytes: number): number => Math.ceil(bytes / 1000)

type Taken = { readonly subject: string; readonly amount: number }

/** Takes the amount from all the days, or from none. */
const takeAmounts = async (
  { db, clock }: Services,
  days: readonly (readonly [subject: string, megabytes: number])[],
  amount: number,
): Promise<Taken[] | Failure<'upload_limit'>> => {
  const taken: Taken[] = []
  for (const [subject, megabytes] of days) {
    const full = await takeAmount(db, { subject, most: megabytes * 1000, hours: 24 }, amount, clock.now())
    if (full !== null) {
      await returnUnused(db, taken, 0)
      return fail('upload_limit', { wait: full })
    }
    taken.push({ subject, amount })
  }
  return taken
}

const daysOf = (config: Config, userId: number, projectId: number | null) => {
  const ofPerson = [`uploaded by ${userId}`, config.UPLOAD_MB_PER_PERSON] as const
  const ofProject = [`uploaded to project ${projectId}`, config.UPLOAD_MB_PER_PROJECT] as const
  return projectId === null ? [ofPerson] : [ofPerson, ofProject]
}

/** Counts a file that a call makes or fetches, in the same days as one that is sent: it takes as much room. */
export const countAsUploaded = async (
  { services, person, scope }: Pick<ScopedContext, 'services' | 'person' | 'scope'>,
  bytes: number,
): Promise<Failure<'upload_limit'> | null> => {
  const days = daysOf(services.config, person.userId, scope.projectId)
  const amounts = await takeAmounts(services, days, kilobytes(bytes))
  return isFailure(amounts) ? amounts : null
}

/** Gives back what `countAsUploaded` has counted for a file that was not stored after all. */
export const returnUploaded = async (
  { services, person, scope }: Pick<ScopedContext, 'services' | 'person' | 'scope'>,
  bytes: number,
): Promise<void> => {
  for (const [subject] of daysOf(services.config, person.userId, scope.projectId))
    await returnAmount(services.db, subject, kilobytes(bytes))
}

const returnUnused = async (db: Db, taken: readonly Taken[], usedBytes: number): Promise<void> => {
  for (const { subject, amount } of taken) await returnAmount(db, subject, amount - kilobytes(usedBytes))
}

/**
 * What one upload reserves while it lasts: room for the most that it may send, on the disk and in the day of its person and its
 * project.
 */
const makeReservation = (services: Services, person: Person, bytes: number) => {
  const { config, db, clock } = services
  let hasRoom = false
  let taken: readonly Taken[] = []
  const { userId } = person
  return {
    take: async (projectId: number | null): Promise<Failure | null> => {
      const rate = { subject: `upload by ${userId}`, times: config.UPLOADS_PER_MINUTE, minutes: 1 }
      const wait = await waitBefore(db, rate, clock.now())
      if (wait !== null)
        return fail('too_many_requests', { wait, message: 'Too many uploads. Please try again {when}.' })
      const full = takeRoom(config, person, bytes)
      if (full) return full
      hasRoom = true
      const amounts = await takeAmounts(services, daysOf(config, userId, projectId), kilobytes(bytes))
      if (isFailure(amounts)) return amounts
      taken = amounts
      return null
    },
    /** The bytes that were sent stay counted, whatever the result; the rest is returned. */
    release: async (usedBytes: number): Promise<void> => {
      if (hasRoom) returnRoom(config, person, bytes)
      const reserved = taken
      hasRoom = false
      taken = []
      await returnUnused(db, reserved, usedBytes)
    },
  }
}

/** Names the field that identifies the call's subject, which must be sent before the files. */
const sendFirst = ({ endpoint }: Route): Failure => {
  const field = Object.values(endpoint.scope ?? {})[0]?.replace(/^\w+\./, '') ?? ''
  return fail('validation_error', { errors: { [field]: ['Send this field before the files.'] } })
}

/** Who may upload what where, as far as the path, the headers and the fields so far say. */
const admitFiles = async (services: Services, route: Route, { sent, person, found }: Upload) => {
  // No call that anyone may make takes files.
  if (!person) return fail('unauthenticated')
  if (!isLocated(route.endpoint, sent)) return sendFirst(route)
  const passed = await passGates(services, route, sent, { person, found })
  if (isFailure(passed)) return passed
  const mayUpload = route.options.mayUpload as
    | ((params: unknown, call: { services: Services; person: Person }) => Promise<Failure | null>)
    | undefined
  return (await mayUpload?.(sent.params, { services, person })) ?? passed
}

/** Resolves with a failure when almost nothing arrives for a while. */
export const watchProgress = ({ raw }: FastifyRequest, seconds: number) => {
  const startBytes = raw.socket.bytesRead ?? 0
  let last = startBytes
  let timer: NodeJS.Timeout | undefined
  const stalled = new Promise<Failure>(resolve => {
    timer = setInterval(() => {
      const now = raw.socket.bytesRead ?? 0
      if (!raw.complete && now - last < LEAST_PROGRESS_BYTES) resolve(fail('upload_too_slow'))
      last = now
    }, seconds * 1000)
  })
  return {
    stalled,
    stop: () => clearInterval(timer),
    /** A small upload arrives together with its headers, before anything is counted: a complete one has sent what it announced. */
    receivedBytes: () => (raw.complete ? Number.POSITIVE_INFINITY : (raw.socket.bytesRead ?? 0) - startBytes),
  }
}

/** Whether the path identifies the call's subject, so that permission can be checked before anything is read. */
const isOfPath = ({ endpoint }: Route): boolean =>
  Object.values(endpoint.scope ?? {}).every(locator => locator.startsWith('params.'))

/**
 * Reads a multipart request. Before the first byte of a file is written, the caller and their permission are checked, and that there
 * is room: in their day, in the project's, and on the disk (docs/product/api.md "Uploads"). If the path identifies the call's subject,
 * all that is checked before anything is read.
 */
export const readUpload = async (
  services: Services,
  route: Route,
  upload: Upload,
): Promise<Form | Failure> => {
  const { request, sent, person } = upload
  const { endpoint } = route
  const bytes = announcedBytes(request, largestOf(route))
  if (bytes > largestOf(route)) return fail('too_large')
  const early = endpoint.files && isOfPath(route) ? await admitFiles(services, route, upload) : null
  if (isFailure(early)) return early
  const reservation = person && makeReservation(services, person, bytes)
  let requested: string | null = null
  const beforeFiles = async (fields: unknown): Promise<Failure | null> => {
    if (!endpoint.files) return null
    const soFar = { ...sent, body: fields }
    const admitted = await admitFiles(services, route, { ...upload, sent: soFar })
    if (isFailure(admitted)) return admitted
    requested = idsAskedOf(endpoint, soFar)
    return (await reservation?.take('scope' in admitted ? admitted.scope.projectId : null)) ?? null
  }
  const progress = watchProgress(request, services.config.UPLOAD_STALL_SECONDS)
  const aborted = new AbortController()
  const reading = readForm(request, {
    ...limitsOf(route),
    beforeFiles,
    signal: aborted.signal,
  })
  // Once the sender has its answer, nobody waits for the rest, and it only fails because we aborted it.
  reading.catch(() => undefined)
  const releaseReservation = () => reservation?.release(Math.min(bytes, progress.receivedBytes()))
  try {
    const form = await Promise.race([reading, progress.stalled])
    if (isFailure(form)) {
      aborted.abort()
      await releaseReservation()
      return form
    }
    const discard = async () => {
      await form.discard()
      await releaseReservation()
    }
    const isMoved = requested !== null && requested !== idsAskedOf(endpoint, { ...sent, body: form.fields })
    if (!isMoved) return { ...form, discard }
    await discard()
    return sendFirst(route)
  } catch (error) {
    await releaseReservation()
    throw error
  } finally {
    progress.stop()
  }
}

/** No request lasts longer, so older folders belong to a process that was killed. */
const ABANDONED_MS = 60 * 60_000

/** The moment by the clock that dates the files of a folder: this process's may be another one, and others have uploads there. */
const momentIn = async (folder: string): Promise<number> => {
  const probe = await mkdtemp(path.join(folder, `${UPLOAD_FOLDER}moment-`))
  const { mtimeMs } = await stat(probe)
  await rm(probe, { recursive: true })
  return mtimeMs
}

/** Removes the temporary files that a killed process has left of its uploads. @returns of how many uploads */
export const sweepUploads = async (folder = os.tmpdir()): Promise<number> => {
  const now = await momentIn(folder)
  const names = (await readdir(folder)).filter(name => name.startsWith(UPLOAD_FOLDER))
  let swept = 0
  for (const name of names) {
    const at = path.join(folder, name)
    const found = await stat(at).catch(() => null)
    if (!found || now - found.mtimeMs < ABANDONED_MS) continue
    // A folder of another user cannot be removed, and stays.
    const isGone = await rm(at, { recursive: true, force: true }).then(
      () => true,
      () => false,
    )
    if (isGone) swept += 1
  }
  return swept
}
