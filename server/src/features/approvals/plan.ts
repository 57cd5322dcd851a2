import type { ApprovalPlan } from '#domain/approvals/model.ts'
import { roundsOnPlan } from '#domain/approvals/plan.ts'
import { maySeeRound } from '#domain/approvals/rounds.ts'
import { isSettingOn } from '#domain/permissions/settings.ts'
import type { ExternalStep, Post } from '#domain/posts/model.ts'
import type { ApprovalType } from '#domain/posts/status.ts'
import type { ProjectUser } from '#domain/projects/model.ts'
import { listPeople } from '#server/features/projects/people.ts'
import type { Reader } from '#server/platform/db/database.ts'
import type { ScopedContext } from '#server/platform/http/route.ts'

const namesIn =
  (people: readonly ProjectUser[]) =>
  ({ approvers }: ExternalStep): { id: number; name: string }[] =>
    people.filter(({ id }) => approvers.includes(id)).map(({ id, name }) => ({ id, name }))

/**
 * The plan of a post. A round that will not take place, for lack of external approvers for example, counts as skipped. For a client
 * the internal round also counts as skipped: it does not exist for them (docs/product/approvals.md "Plan"). `own`: what one version skips
 * besides.
 */
export const readPlan = async (
  db: Reader,
  call: ScopedContext,
  post: Post,
  own: readonly ApprovalType[] = [],
): Promise<ApprovalPlan> => {
  const { scope, services } = call
  const people = await listPeople(db, scope, services.config.publicUrl)
  const rounds = roundsOnPlan([...post.skipped_approvals, ...own], people)
  const seesInternal = maySeeRound(scope, 'internal')
  return {
    postId: post.id,
    isMasterContent: post.master_social_post_id !== null,
    isSingleRoundInternalApprove:
      seesInternal && isSettingOn(scope.settings, 'single-round-internal-approve'),
    masterSocialNetwork: post.master_social_network,
    rounds: {
      internal: { isSkipped: !seesInternal || !rounds.includes('internal') },
      external: {
        isSkipped: !rounds.includes('external'),
        ...(post.external_steps.length > 0 && { later: post.external_steps.map(namesIn(people)) }),
      },
    },
  }
}
