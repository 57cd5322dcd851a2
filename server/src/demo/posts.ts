import { addDays } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { DemoPost } from './content.ts'
import type { PublishInPast } from './feeds.ts'
import type { PastEvent } from './notifications.ts'
import { type Past, pastOf } from './past.ts'
import type { DemoPeople } from './people.ts'
import type { StoredPhotos } from './photo.ts'
import { makeRounds } from './rounds.ts'

export type DemoProject = {
  readonly projectId: number
  readonly people: DemoPeople
  readonly accounts: readonly { readonly social_network: SocialNetwork; readonly external_id: string }[]
  readonly timezone: string
  /** The project's date on the day of seeding. */
  readonly today: string
  readonly publishInPast: PublishInPast
  readonly photos: StoredPhotos
}

/** When the post last changed: when it was published, decided or written. */
const lastChangeOf = ({ status }: DemoPost, past: Past): Date => {
  if (status === 'live') return past.published
  if (status === 'approved' || status === 'requires_revision') return past.externallyDecided
  if (status === 'pending_external_approval') return past.internallyApproved
  return status === 'pending_internal_approval' ? past.sentForApproval : past.written
}

/**
 * Writes a post with its schedule, versions and approvals. A live one is also put on its networks' feeds.
 * @returns what people are notified of, once for all of its versions
 */
export const makePost = async (
  tx: Tx,
  services: Services,
  post: DemoPost,
  project: DemoProject,
): Promise<PastEvent[]> => {
  const { projectId, people, timezone } = project
  const date = addDays(project.today, post.day)
  const datetime = instantOf({ date, time: post.time, timezone })
  const past = pastOf(post, datetime, services.clock.now())
  const writer = people[post.by ?? 'content-creator']
  const created = { created_at: past.written, updated_at: past.written }
  const { id: postId } = await tx
    .insertInto('posts')
    .values({ project_id: projectId, type: post.type, created_by: writer, ...created })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('schedules')
    .values({
      post_id: postId,
      project_id: projectId,
      date,
      time: post.time,
      timezone,
      datetime,
      ...created,
      is_autoposting: post.isAutoposting ?? true,
      released_at: post.status === 'live' ? datetime : null,
    })
    .execute()
  const photo = post.photo ? await project.photos(post.photo) : null
  const events: PastEvent[][] = []
  for (const network of post.networks) {
    const { id } = await tx
      .insertInto('post_socials')
      .values({
        post_id: postId,
        project_id: projectId,
        social_network: network,
        ...created,
        type: post.type,
        sent_back_in: post.status === 'requires_revision' ? 'external' : null,
        message: post.message,
        status: post.status,
        is_approved: post.status === 'approved' || post.status === 'live',
        updated_at: lastChangeOf(post, past),
        ...(post.status === 'live' && {
          published_at: datetime,
          ...(await project.publishInPast({
            network,
            account: accountOn(project, network),
            text: post.message,
            photo: photo?.bytes ?? null,
            published_at: datetime,
          })),
        }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (photo)
      await tx
        .insertInto('attachments')
        .values({ post_social_id: id, project_id: projectId, media_id: photo.mediaId, position: 0 })
        .execute()
    events.push(await makeRounds(tx, post, { id, postId, writer, past }, project))
  }
  return events[0] ?? []
}

/** @throws when the project has no account on the network */
const accountOn = ({ accounts }: DemoProject, network: SocialNetwork): string => {
  const account = accounts.find(({ social_network }) => social_network === network)
  if (!account) throw new Error(`The demo project has no ${network} account`)
  return account.external_id
}
