import { awaitedNames } from '#domain/approvals/awaited-approvers.ts'
import { openRound } from '#domain/approvals/rounds.ts'
import type { Post } from '#domain/posts/model.ts'
import { useGetProject } from '#web/features/projects/api.ts'
import classes from './approval-card.module.css'

/** Whom the open rounds of a post wait for. Apart from the card: clients, who do not see it, need not load it. */
export function AwaitedPeople({ post }: { post: Pick<Post, 'project_id' | 'post_socials'> }) {
  const people = useGetProject(post.project_id).data?.projectUsers ?? []
  const names = post.post_socials.flatMap(({ approvals }) => {
    const round = openRound(approvals)
    return round ? awaitedNames(round, people) || [] : []
  })
  if (names.length === 0) return null
  return (
    <>
      <span className={classes.label}>Waiting for </span>
      {[...new Set(names)].join(', ')}
    </>
  )
}
