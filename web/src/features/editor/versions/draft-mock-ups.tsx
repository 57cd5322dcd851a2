import type { SocialNetwork } from '#domain/networks/model.ts'
import type { Post } from '#domain/posts/model.ts'
import type { Project } from '#domain/projects/model.ts'
import { accountOf } from '#domain/social-accounts/shown-account.ts'
import { MockUps } from '#web/features/posts/previews/mock-ups.tsx'
import { previewDate } from '#web/features/posts/previews/preview-content.ts'
import { sameList, useDraftState } from '../draft/draft-context.tsx'
import { contentOf } from '../draft/shown-draft.ts'

type Props = {
  readonly post: Post
  readonly project: Project
  readonly current: SocialNetwork
  readonly onNetwork: (network: SocialNetwork) => void
}

/** All versions as they are written now, small and side by side. */
export function DraftMockUps({ post, project, current, onNetwork }: Props) {
  const entries = useDraftState(state => [...state.entries.values()], sameList)
  const now = new Date()
  const versions = entries.map(entry => ({
    content: contentOf(entry),
    account: accountOf(project.socials, entry.saved.social_network),
    date: previewDate(post, entry.saved, project.timezone, now),
  }))
  return <MockUps versions={versions} current={current} onNetwork={onNetwork} />
}
