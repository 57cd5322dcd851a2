import { sql } from 'kysely'
import { localOf } from '#domain/kernel/time.ts'
import type { PostType, SocialNetwork } from '#domain/networks/model.ts'
import { addHold } from '#server/features/publishing/engine/holds.ts'
import { openPublication, readAccountIds } from '#server/features/publishing/engine/open-publication.ts'
import { makePublisher } from '#server/features/publishing/engine/publisher.ts'
import { sweep } from '#server/features/publishing/engine/worker.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import type { NetworkAdapters } from '#server/networks/adapters.ts'
import type { NetworkAdapter } from '#server/networks/network-adapter.ts'
import type { TestApp } from '../app.ts'
import { buildSubscription } from '../billing/subscriptions.ts'
import { buildProject, nextNumber, type TestProject } from '../people.ts'
import { buildPost } from '../posts.ts'

const MINUTE = 60_000

/** What can be the matter with a planned version: each makes the publisher do something else, or its network refuse the post. */
export const troubles = [
  'draft',
  'sent back',
  'internal approval',
  'client',
  'client, who is not waited for',
  'late decision',
  'skipped approval',
  'failed',
  'by hand',
  'waits for a hand',
  'type by hand',
  'type not published',
  'changed content',
  'account removed',
  'other account',
  'account refused',
  'no token',
  'access ends',
  'access ends and is renewed',
  'held',
  'paused',
  'pause that ends before',
  'agency stops',
  'agency has stopped',
  'file awaited',
  'text too long',
  'too many at once',
  'limit',
  'released before',
  'being published',
  'delayed',
  'too late',
] as const
/** Why a network delays a version that has the trouble `delayed`. */
export const delayReason = 'network_down'
export type Trouble = (typeof troubles)[number]

/** A version of a project of its own. `minutes`: from now to its due time; negative: it has passed. */
export type World = { readonly minutes: number; readonly troubles: readonly Trouble[] }

/** What the world was made into. */
export type BuiltWorld = World & {
  readonly project: TestProject
  readonly socialId: number
  readonly dueAt: Date
}

type Wanted = { readonly has: (trouble: Trouble) => boolean; readonly dueAt: Date; readonly now: Date }

const statusOf = ({ has }: Wanted) => {
  if (has('draft')) return 'draft'
  if (has('sent back')) return 'requires_revision'
  if (has('internal approval') || has('late decision')) return 'pending_internal_approval'
  if (has('client') || has('client, who is not waited for')) return 'pending_external_approval'
  if (has('failed')) return 'publishing_failed'
  if (has('waits for a hand')) return 'pending_publish'
  return has('skipped approval') ? 'scheduled' : 'approved'
}

const typeOf = ({ has }: Wanted): { type: PostType; network: SocialNetwork } => {
  if (has('type by hand')) return { type: 'photo_story', network: 'instagram' }
  if (has('type not published')) return { type: 'text', network: 'instagram' }
  return { type: 'text', network: 'twitter' }
}

/** A version with these troubles, as the calls that lead to it would leave it. */
export const buildWorld = async (kit: TestApp, world: World, now: Date): Promise<BuiltWorld> => {
  const has = (trouble: Trouble) => world.troubles.includes(trouble)
  const minutes = has('too late') ? -90 : world.minutes
  const dueAt = new Date(now.getTime() + minutes * MINUTE)
  const wanted = { has, dueAt, now }
  const settings = {
    ...(has('client, who is not waited for')
      ? { 'bypass-external-approval-when-internal-approved': 'true' }
      : {}),
    ...(has('late decision') ? { 'approval-deadline-hours': '96' } : {}),
  }
  const project = await buildProject(kit.db, { connected: [], settings })
  const { type, network } = typeOf(wanted)
  const message = has('text too long') ? 'a'.repeat(300) : `World ${nextNumber()}`
  await connect(kit, project, network, wanted)
  const { socialIds } = await buildPost(kit.db, project, {
    type,
    status: statusOf(wanted),
    socials: [{ network, message }],
    schedule: {
      ...localOf(dueAt, project.timezone),
      is_autoposting: !has('by hand'),
      released: has('released before') || has('being published') || has('delayed'),
    },
  })
  const [socialId = 0] = socialIds
  // Deadlines count from when a round began.
  await kit.db
    .updateTable('approvals')
    .set({ opened_at: new Date(now.getTime() - 7 * 24 * 60 * MINUTE) })
    .where('post_social_id', '=', socialId)
    .execute()
  const built = { ...world, minutes, project, socialId, dueAt }
  if (has('too many at once')) await crowd(kit, built, network)
  if (has('being published') || has('delayed')) await beginPublishing(kit, built, wanted)
  await spoil(kit, built, wanted)
  return built
}

/** With it begin the ids of accounts whose network takes no more posts at the time of their version. */
const CROWDED = 'crowded'
/** How many posts the networks take of an account within a short time, as docs/product/networks.md "Limits of posts" has it. */
const crowdOf = { facebook: 30, instagram: 50, linkedin: 150, twitter: 100 } as const

/** As many drafts as the network takes stand shortly before this version. */
const crowd = async ({ db }: TestApp, { project, dueAt }: BuiltWorld, network: SocialNetwork) => {
  const { postId } = await buildPost(db, project, {
    type: 'text',
    socials: [{ network }],
    schedule: localOf(new Date(dueAt.getTime() - 5 * MINUTE), project.timezone),
  })
  const { rows } = await sql<{ id: number }>`insert into posts (project_id, type)
    select project_id, type from posts, generate_series(2, ${crowdOf[network]}::int) where id = ${postId} returning id`.execute(
    db,
  )
  const ids = sql`unnest(${rows.map(({ id }) => id)}::bigint[]) as made (id)`
  await sql`insert into post_socials (post_id, project_id, social_network, type, message, status)
    select made.id, project_id, social_network, type, message, status from post_socials, ${ids} where post_id = ${postId}`.execute(
    db,
  )
  await sql`insert into schedules (post_id, project_id, date, time, timezone, datetime, is_autoposting)
    select made.id, project_id, date, time, timezone, datetime, is_autoposting from schedules, ${ids} where post_id = ${postId}`.execute(
    db,
  )
}

const connect = async (
  kit: TestApp,
  project: TestProject,
  network: SocialNetwork,
  { has, dueAt, now }: Wanted,
) => {
  const id = await kit.db.transaction().execute(tx =>
    connectAccount(tx, kit.services, {
      projectId: project.projectId,
      social_network: network,
      external_id: `${has('too many at once') ? CROWDED : 'world'}${nextNumber()}`,
      name: network,
      account_details: {},
      logo_url: null,
      token: 'token',
      token_secret: 'secret',
    }),
  )
  const later = dueAt > now ? dueAt : now
  if (!has('access ends') && !has('access ends and is renewed')) return id
  await kit.db
    .updateTable('social_accounts')
    .set({
      expires_at: new Date(later.getTime() - MINUTE / 2),
      is_renewable: has('access ends and is renewed'),
    })
    .where('id', '=', id)
    .execute()
  return id
}

const beginPublishing = async (kit: TestApp, world: BuiltWorld, { has, now }: Wanted) => {
  await kit.db.transaction().execute(async tx => {
    const social = await tx
      .selectFrom('post_socials')
      .selectAll()
      .where('id', '=', world.socialId)
      .executeTakeFirstOrThrow()
    await openPublication(tx, {
      social,
      now,
      event: 'publishing_started',
      startedBy: null,
      digest: social.cleared_digest ?? '',
      accountId: (await readAccountIds(tx, world.project.projectId)).get(social.social_network) ?? null,
      dueAt: world.dueAt < now ? world.dueAt : now,
    })
  })
  if (!has('delayed')) return
  await kit.db
    .updateTable('publications')
    .set({ late_reason: delayReason, run_at: new Date(now.getTime() + 5 * MINUTE), attempts: 1 })
    .where('post_social_id', '=', world.socialId)
    .execute()
}

/** What happens to a version after it was cleared. */
const spoil = async (kit: TestApp, world: BuiltWorld, { has, now, dueAt }: Wanted): Promise<void> => {
  const { db } = kit
  const { projectId, agencyId } = world.project
  const ofSocial = db.updateTable('post_socials').where('id', '=', world.socialId)
  const ofAccount = db.updateTable('social_accounts').where('project_id', '=', projectId)
  if (has('changed content')) await ofSocial.set({ first_comment: 'added afterwards' }).execute()
  if (has('file awaited')) await ofSocial.set({ awaited_files: ['a.jpg'] }).execute()
  if (has('account removed'))
    await ofAccount.set({ removed_at: now, sealed_token: null, token_key_id: null }).execute()
  if (has('other account')) {
    const former = await connect(kit, world.project, 'facebook', { has: () => false, dueAt, now })
    await ofSocial.set({ approved_account_id: former }).execute()
  }
  if (has('account refused'))
    await ofAccount.set({ needs_reconnecting: true, reconnect_reason: 'refused' }).execute()
  if (has('no token')) await ofAccount.set({ sealed_token: null, token_key_id: null }).execute()
  if (has('held'))
    await db
      .transaction()
      .execute(tx => addHold(tx, { scope: 'project', projectId, reason: 'by_hand', heldBy: null, now }))
  if (has('paused') || has('pause that ends before')) {
    const ends = has('paused') ? null : new Date(dueAt.getTime() - MINUTE)
    const values = { scope: 'project', project_id: projectId, reason: 'paused', note: 'Wait' } as const
    await db
      .insertInto('publishing_holds')
      .values({ ...values, held_at: new Date(dueAt.getTime() - 60 * MINUTE), ends_at: ends })
      .execute()
  }
  if (has('agency stops') || has('agency has stopped')) {
    const later = dueAt > now ? dueAt : now
    const stops = has('agency has stopped') ? new Date(now.getTime() - MINUTE) : later
    const since = new Date(stops.getTime() - 21 * 24 * 60 * MINUTE)
    await buildSubscription(db, agencyId, { status: 'past_due', past_due_since: since })
  }
  if (!has('limit')) return
  const account = await db
    .selectFrom('social_accounts')
    .select(['external_id', 'social_network'])
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const until = new Date((dueAt > now ? dueAt : now).getTime() + 10 * MINUTE)
  await db
    .insertInto('network_limits')
    .values({
      scope: 'account',
      subject: `${account.social_network}/${account.external_id}`,
      not_before: until,
      percent: 100,
      told_at: now,
    })
    .execute()
}

/** A network that takes everything, but for what is too much of an account. */
const welcoming: NetworkAdapter = {
  prepare: async () => ({ kind: 'ready' }),
  send: async ({ account }) =>
    account.externalId.startsWith(CROWDED)
      ? { kind: 'not_sent', retryAfterMs: 10 * MINUTE, response: '', reason: 'limit_reached' }
      : { kind: 'published', externalId: `sent${nextNumber()}`, permalink: null, response: '' },
  lookUp: async () => ({ kind: 'absent' }),
  findPermalink: async () => null,
  addFirstComment: async () => ({ kind: 'added', externalId: '1' }),
}
const networks: NetworkAdapters = {
  facebook: welcoming,
  instagram: welcoming,
  linkedin: welcoming,
  twitter: welcoming,
}

/** Lets the publisher itself act at the moment when the version is due, or now if that has passed. @returns what the version is then */
export const publishWorld = async (kit: TestApp, { dueAt, socialId }: BuiltWorld, now: Date) => {
  const moment = new Date((dueAt > now ? dueAt : now).getTime() + 1)
  await sweep(makePublisher(kit.services, { networks, now: async () => moment }))
  return kit.db
    .selectFrom('post_socials')
    .select(['status', 'failure_reason'])
    .where('id', '=', socialId)
    .executeTakeFirstOrThrow()
}
