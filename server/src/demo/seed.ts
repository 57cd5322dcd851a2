import { z } from 'zod'
import { addDays } from '#domain/kernel/days.ts'
import { dayOf, instantOf } from '#domain/kernel/time.ts'
import { socialNetworks } from '#domain/networks/model.ts'
import { readDigests } from '#server/features/posts/content.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import type { Tx } from '#server/platform/db/database.ts'
import type { Services } from '#server/platform/http/route.ts'
import { hashPassword } from '#server/platform/session/passwords.ts'
import { type DemoPost, harborLabels, harborPosts, northwindPosts } from './content.ts'
import { writeDemoHistory } from './history.ts'
import { demoLogins } from './people.ts'
import { storeDemoPhoto } from './photo.ts'

const accountList = z.object({
  accounts: z.array(
    z.object({
      brand: z.string(),
      social_network: z.enum(socialNetworks),
      external_id: z.string(),
      name: z.string(),
      account_details: z.record(z.string(), z.string()),
      logo_url: z.string(),
      token: z.string(),
      token_secret: z.string().nullish(),
    }),
  ),
})
type SandboxAccount = z.output<typeof accountList>['accounts'][number]

const TIMEZONE = 'Europe/Berlin'
const AGENCY_NAME = 'Bluebird Studio'
type Ids = Record<string, number>

const makePeople = async (tx: Tx): Promise<Ids> => {
  const ids: Ids = {}
  for (const login of demoLogins) {
    const { id } = await tx
      .insertInto('users')
      .values({
        email: login.email,
        name: login.name,
        last_name: login.lastName,
        company: AGENCY_NAME,
        password_hash: await hashPassword(login.password),
        is_super_admin: login.role === 'super-admin',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids[login.role] = id
  }
  return ids
}

const makeProject = async (
  tx: Tx,
  services: Services,
  name: string,
  agencyId: number,
  people: Ids,
  accounts: SandboxAccount[],
) => {
  const { id: projectId } = await tx
    .insertInto('projects')
    .values({ agency_id: agencyId, owner_id: people['agency-admin'] ?? null, name, timezone: TIMEZONE })
    .returning('id')
    .executeTakeFirstOrThrow()
  const members = (['content-creator', 'internal-approver', 'external-approver'] as const).flatMap(role => {
    const userId = people[role]
    return userId === undefined ? [] : [{ project_id: projectId, user_id: userId, role }]
  })
  await tx.insertInto('project_members').values(members).execute()
  for (const account of accounts) await connectAccount(tx, services, { projectId, ...account })
  return projectId
}

/** What stands beside the status in a row that has come so far. */
const socialOf = (post: DemoPost, at: Date, network: string) => ({
  status: post.status,
  is_approved: post.status === 'approved' || post.status === 'live',
  published_at: post.status === 'live' ? at : null,
  external_id: post.status === 'live' ? `demo-${network}-${at.getTime()}` : null,
})

const makePost = async (
  tx: Tx,
  services: Services,
  post: DemoPost,
  projectId: number,
  people: Ids,
  today: string,
) => {
  const date = addDays(today, post.day)
  const datetime = instantOf({ date, time: post.time, timezone: TIMEZONE })
  const makerId = people['content-creator'] ?? null
  const { id: postId } = await tx
    .insertInto('posts')
    .values({ project_id: projectId, type: post.type, created_by: makerId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('schedules')
    .values({
      post_id: postId,
      project_id: projectId,
      date,
      time: post.time,
      timezone: TIMEZONE,
      datetime,
      is_autoposting: post.isAutoposting ?? true,
      released_at: post.status === 'live' ? datetime : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const mediaId = post.photo
    ? await storeDemoPhoto(tx, services, post.photo, { projectId, userId: makerId })
    : null
  for (const network of post.networks) {
    const { id } = await tx
      .insertInto('post_socials')
      .values({
        post_id: postId,
        project_id: projectId,
        social_network: network,
        type: post.type,
        message: post.message,
        ...socialOf(post, datetime, network),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (mediaId !== null)
      await tx
        .insertInto('attachments')
        .values({ post_social_id: id, project_id: projectId, media_id: mediaId, position: 0 })
        .execute()
    await makeRounds(tx, post, id, projectId, people)
  }
}

/** The history that a post of this status must have behind it. */
const makeRounds = async (tx: Tx, post: DemoPost, postSocialId: number, projectId: number, people: Ids) => {
  const digest = (await readDigests(tx, [postSocialId])).get(postSocialId) ?? null
  if (['approved', 'scheduled', 'live'].includes(post.status))
    await tx
      .updateTable('post_socials')
      .set({ cleared_digest: digest })
      .where('id', '=', postSocialId)
      .execute()
  const round = async (
    type: 'internal' | 'external',
    status: 'open' | 'approved',
    approverId: number | undefined,
  ) => {
    const { id } = await tx
      .insertInto('approvals')
      .values({
        post_social_id: postSocialId,
        project_id: projectId,
        type,
        status,
        round: 1,
        opened_by: people['content-creator'] ?? null,
        closed_at: status === 'open' ? null : new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const action = { approval_id: id, post_social_id: postSocialId, project_id: projectId, round: type }
    const started = type === 'internal' ? 'approval_started' : 'external_approval_started'
    await tx
      .insertInto('approval_actions')
      .values({ ...action, type: started, created_by: people['content-creator'] ?? null })
      .execute()
    if (status === 'open' || approverId === undefined) return
    await tx
      .insertInto('approval_approvers')
      .values({
        approval_id: id,
        user_id: approverId,
        is_chosen: false,
        decided_at: new Date(),
        content_digest: digest,
      })
      .execute()
    await tx
      .insertInto('approval_actions')
      .values({ ...action, type: 'approved', created_by: approverId })
      .execute()
  }
  const [internal, external] = [people['internal-approver'], people['external-approver']]
  if (post.status === 'pending_internal_approval') await round('internal', 'open', internal)
  if (['pending_external_approval', 'approved', 'live'].includes(post.status))
    await round('internal', 'approved', internal)
  if (post.status === 'pending_external_approval') await round('external', 'open', external)
  if (['approved', 'live'].includes(post.status)) await round('external', 'approved', external)
}

/**
 * Fills an empty database with an agency, two projects with four connected sandbox accounts each, a login for each role and a month of
 * posts. Does nothing where anybody has an account.
 */
export const seedDemo = async (services: Services, sandboxUrl: string): Promise<void> => {
  const { db, clock, log } = services
  if (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return
  const response = await fetch(`${sandboxUrl}/sandbox/demo-accounts`)
  const { accounts } = accountList.parse(await response.json())
  await db.transaction().execute(async tx => {
    const people = await makePeople(tx)
    const agency = await tx
      .insertInto('agencies')
      .values({ name: AGENCY_NAME })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('agency_admins')
      .values({ agency_id: agency.id, user_id: people['agency-admin'] ?? 0 })
      .execute()
    const today = dayOf(clock.now(), TIMEZONE)
    const projects = []
    for (const [name, posts] of [
      ['Harbor Coffee Roasters', harborPosts],
      ['Northwind Outdoors', northwindPosts],
    ] as const) {
      const own = accounts.filter(account => account.brand === name)
      const projectId = await makeProject(tx, services, name, agency.id, people, own)
      projects.push({ projectId, name, accounts: own })
      for (const post of posts) await makePost(tx, services, post, projectId, people, today)
      if (posts !== harborPosts) continue
      for (const label of harborLabels)
        await tx
          .insertInto('day_labels')
          .values({
            project_id: projectId,
            text: label.text,
            color: label.color,
            start_at: addDays(today, label.from),
            end_at: addDays(today, label.to),
          })
          .execute()
    }
    const adminId = people['agency-admin'] ?? null
    const made = { agencyId: agency.id, agencyName: AGENCY_NAME, adminId, projects }
    await writeDemoHistory(tx, { ...made, timezone: TIMEZONE, today })
  })
  log.info('the demo agency is ready')
}
