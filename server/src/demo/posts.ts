import { addDays } from '#domain/kernel/days.ts'
import { instantOf } from '#domain/kernel/instant-of.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { readDigests } from '#server/features/posts/content.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import type { DemoPost } from './content.ts'
import type { PublishInPast } from './feeds.ts'
import type { DemoPeople } from './people.ts'
import { drawPhoto, storeDemoPhoto } from './photo.ts'

export type DemoProject = {
  readonly projectId: number
  readonly people: DemoPeople
  readonly accounts: readonly { readonly social_network: SocialNetwork; readonly external_id: string }[]
  readonly timezone: string
  /** The project's date on the day of seeding. */
  readonly today: string
  readonly publishInPast: PublishInPast
}

const HOUR_MS = 3_600_000

/** When the events before the post's publication happened: approvals come before publishing, and nothing is in the future. */
const pastOf = (datetime: Date, now: Date) => {
  const end = Math.min(datetime.getTime(), now.getTime())
  const before = (hours: number) => new Date(end - hours * HOUR_MS)
  return {
    written: before(144),
    sentForApproval: before(117),
    internallyApproved: before(94),
    externallyApproved: before(47),
  }
}
type Past = ReturnType<typeof pastOf>

/** When the post last changed: when it was published, approved or written. */
const lastChangeOf = ({ status }: DemoPost, past: Past, datetime: Date): Date => {
  if (status === 'live') return datetime
  if (status === 'approved') return past.externallyApproved
  if (status === 'pending_external_approval') return past.internallyApproved
  return status === 'pending_internal_approval' ? past.sentForApproval : past.written
}

/** Writes a post with its schedule, versions and approvals. A live one is also put on its networks' feeds. */
export const makePost = async (tx: Tx, services: Services, post: DemoPost, project: DemoProject) => {
  const { projectId, people, timezone } = project
  const date = addDays(project.today, post.day)
  const datetime = instantOf({ date, time: post.time, timezone })
  const past = pastOf(datetime, services.clock.now())
  const created = { created_at: past.written, updated_at: past.written }
  const { id: postId } = await tx
    .insertInto('posts')
    .values({ project_id: projectId, type: post.type, created_by: people['content-creator'], ...created })
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
  const photo = post.photo ? await drawPhoto(post.photo) : null
  const owner = { projectId, userId: people['content-creator'] }
  const name = `${post.photo?.motif}.jpg`
  const mediaId = photo && (await storeDemoPhoto(tx, services, { bytes: photo, name }, owner))
  for (const network of post.networks) {
    const { id } = await tx
      .insertInto('post_socials')
      .values({
        post_id: postId,
        project_id: projectId,
        social_network: network,
        ...created,
        type: post.type,
        message: post.message,
        status: post.status,
        is_approved: post.status === 'approved' || post.status === 'live',
        updated_at: lastChangeOf(post, past, datetime),
        ...(post.status === 'live' && {
          published_at: datetime,
          ...(await project.publishInPast({
            network,
            account: accountOn(project, network),
            text: post.message,
            photo,
            published_at: datetime,
          })),
        }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (mediaId !== null)
      await tx
        .insertInto('attachments')
        .values({ post_social_id: id, project_id: projectId, media_id: mediaId, position: 0 })
        .execute()
    await makeRounds(tx, post, { id, past }, project)
  }
}

/** @throws when the project has no account on the network */
const accountOn = ({ accounts }: DemoProject, network: SocialNetwork): string => {
  const account = accounts.find(({ social_network }) => social_network === network)
  if (!account) throw new Error(`The demo project has no ${network} account`)
  return account.external_id
}

/** The approval rounds that a version of this status must have had. */
const makeRounds = async (
  tx: Tx,
  post: DemoPost,
  social: { readonly id: number; readonly past: Past },
  { projectId, people }: DemoProject,
) => {
  const { id: postSocialId, past } = social
  const digest = (await readDigests(tx, [postSocialId])).get(postSocialId) ?? null
  if (['approved', 'scheduled', 'live'].includes(post.status))
    await tx
      .updateTable('post_socials')
      .set({ cleared_digest: digest })
      .where('id', '=', postSocialId)
      .execute()
  const row = { post_social_id: postSocialId, project_id: projectId }
  const round = async (
    type: 'internal' | 'external',
    opened: { readonly by: number; readonly at: Date },
    approved?: { readonly by: number; readonly at: Date },
  ) => {
    const { id } = await tx
      .insertInto('approvals')
      .values({
        ...row,
        type,
        round: 1,
        status: approved ? 'approved' : 'open',
        opened_by: opened.by,
        opened_at: opened.at,
        closed_at: approved?.at ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const action = { ...row, approval_id: id, round: type }
    const started = type === 'internal' ? 'approval_started' : 'external_approval_started'
    await tx
      .insertInto('approval_actions')
      .values({ ...action, type: started, created_by: opened.by, created_at: opened.at })
      .execute()
    if (!approved) return
    await tx
      .insertInto('approval_approvers')
      .values({
        approval_id: id,
        user_id: approved.by,
        is_chosen: false,
        decided_at: approved.at,
        content_digest: digest,
      })
      .execute()
    await tx
      .insertInto('approval_actions')
      .values({ ...action, type: 'approved', created_by: approved.by, created_at: approved.at })
      .execute()
  }
  const sent = { by: people['content-creator'], at: past.sentForApproval }
  const internal = { by: people['internal-approver'], at: past.internallyApproved }
  const external = { by: people['external-approver'], at: past.externallyApproved }
  if (post.status === 'pending_internal_approval') await round('internal', sent)
  if (['pending_external_approval', 'approved', 'live'].includes(post.status))
    await round('internal', sent, internal)
  // Whoever approves last in the internal round starts the external one.
  if (post.status === 'pending_external_approval') await round('external', internal)
  if (['approved', 'live'].includes(post.status)) await round('external', internal, external)
}
