import type { PostSocialStatus } from '#domain/posts/status.ts'
import { connectAccount } from '#server/features/social-accounts/connected-accounts.ts'
import { databaseNow } from '#server/platform/db/database-now.ts'
import { nextNumber, type TestProject } from '../people.ts'
import { buildPost } from '../posts.ts'
import type { PublishingStage } from './publishing.ts'

/** A text for Facebook that is due one day. */
export const scheduledText = async (
  { db }: PublishingStage,
  project: TestProject,
  status: PostSocialStatus = 'approved',
) => {
  const message = `For one page ${nextNumber()}`
  const { postId, socialIds, scheduleId } = await buildPost(db, project, {
    type: 'text',
    status,
    schedule: { date: '2031-01-01', time: '12:00' },
    socials: [{ network: 'facebook', message }],
  })
  return { message, postId, socialId: socialIds[0] ?? 0, scheduleId: scheduleId ?? 0 }
}

export const removePage = async ({ db }: PublishingStage, { projectId }: TestProject): Promise<void> => {
  await db
    .updateTable('social_accounts')
    .set({ removed_at: await databaseNow(db) })
    .where('project_id', '=', projectId)
    .where('social_network', '=', 'facebook')
    .where('removed_at', 'is', null)
    .execute()
}

/** As one page or another: in the sandbox the token says for which page it publishes. @returns the account's id */
export const connectPage = (
  { db, services, sandbox }: PublishingStage,
  { projectId }: TestProject,
  external_id = sandbox.accounts.facebook.externalId,
): Promise<number> =>
  db.transaction().execute(tx => {
    const { details, token } = sandbox.accounts.facebook
    return connectAccount(tx, services, {
      projectId,
      external_id,
      social_network: 'facebook',
      name: external_id,
      account_details: { ...details },
      logo_url: null,
      token: token.token,
      token_secret: token.secret,
    })
  })

/**
 * The project has had another page, for which these were approved; now it has the sandbox's. `former`: the name of the other page;
 * `accountId`: of the connected one.
 */
export const openReplaced = async (stage: PublishingStage, status: PostSocialStatus = 'approved') => {
  const project = await stage.connectedProject()
  const former = `former ${nextNumber()}`
  await removePage(stage, project)
  await connectPage(stage, project, former)
  const [post, second] = [await scheduledText(stage, project, status), await scheduledText(stage, project)]
  await removePage(stage, project)
  return { project, post, second, former, accountId: await connectPage(stage, project) }
}

/** Its time comes, and whatever follows from that. */
export const comeDue = async (
  stage: PublishingStage,
  { postId }: { readonly postId: number },
): Promise<void> => {
  const datetime = await databaseNow(stage.db)
  await stage.db
    .updateTable('schedules')
    .set({ datetime })
    .where('post_id', '=', postId)
    .where('deleted_at', 'is', null)
    .execute()
  await stage.drive(stage.publisher())
}
