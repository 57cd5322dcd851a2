import type { Answer, Input } from '#domain/kernel/endpoint.ts'
import { fail } from '#domain/kernel/failure.ts'
import { can } from '#domain/permissions/can.ts'
import { linkProblem } from '#domain/posts/attachments.ts'
import type * as contract from '#domain/posts/contract.ts'
import type { ScopedPoolCall } from '#server/platform/http/route.ts'
import { waitBefore } from '#server/platform/session/attempts.ts'
import { pictureUrl } from '#server/platform/storage/storage.ts'
import {
  type LinkPreviewRow,
  listLinkPreviews,
  previewAddress,
  readLinkPreview,
  recordUse,
} from './link-previews.ts'

const FRESH_MS = 7 * 24 * 60 * 60_000
/** A page that could not be read is tried again sooner. */
const FAILED_FRESH_MS = 10 * 60_000
const READS_PER_MINUTE = 30
/** For a project: many times what an agency writes in a day, and little for somebody who wants Galley to fetch for them. */
export const READS_PER_DAY = 500
/** For somebody who writes no posts, so that they cannot use up their team's. */
export const READS_PER_READER = 50
const DAY_MINUTES = 24 * 60

type Preview = Answer<typeof contract.getLinkPreview>

/** What a linked page says about itself: as it was read in the last week, or read now (docs/product/previews.md "Link cards"). */
export const getLinkPreview = async (
  { params, query }: Input<typeof contract.getLinkPreview>,
  { db, services, scope, person, now }: ScopedPoolCall,
): Promise<Preview> => {
  const url = linkProblem(query.url) === null ? previewAddress(query.url) : null
  if (url === null) return fail('validation_error', { errors: { url: ['Please enter a valid url adress'] } })
  // Clients see what the team's post is made of; they do not change it.
  if (query.refresh && !can(scope, 'post.edit')) return fail('forbidden')
  const [stored] = await listLinkPreviews(db, params.projectId, [url])
  if (stored) await recordUse(db, stored, now)
  if (stored && !query.refresh && isFresh(stored, now)) return toWire(stored, services.config.publicUrl)
  const limit = { subject: `pages read by ${person.userId}`, times: READS_PER_MINUTE, minutes: 1 }
  if ((await waitBefore(db, limit, now)) !== null)
    return stored
      ? toWire(stored, services.config.publicUrl)
      : { ...unread(url), problem: 'You have opened many links just now. Try again in a minute.' }
  const ofReader = { subject: `pages read for reader ${person.userId}`, times: READS_PER_READER }
  const ofProject = { subject: `pages read in project ${scope.projectId}`, times: READS_PER_DAY }
  const wait =
    (can(scope, 'post.edit') ? null : await waitBefore(db, { ...ofReader, minutes: DAY_MINUTES }, now)) ??
    (await waitBefore(db, { ...ofProject, minutes: DAY_MINUTES }, now))
  if (wait !== null)
    return stored ? toWire(stored, services.config.publicUrl) : fail('too_many_pages', { wait })
  const request = { projectId: scope.projectId, url, personId: person.userId, known: stored }
  return toWire(await readLinkPreview(services, request), services.config.publicUrl)
}

const isFresh = ({ problem, read_at }: LinkPreviewRow, now: Date): boolean =>
  now.getTime() - read_at.getTime() < (problem === null ? FRESH_MS : FAILED_FRESH_MS)

const unread = (url: string) => ({
  url,
  title: '',
  description: '',
  picture: null,
  has_tags: false,
  read_at: null,
})

const toWire = (row: LinkPreviewRow, publicUrl: string) => ({
  url: row.url,
  title: row.title,
  description: row.description,
  has_tags: row.has_tags,
  picture: pictureUrl(publicUrl, row.picture_key, 'original'),
  problem: row.problem,
  read_at: row.read_at.toISOString(),
})
