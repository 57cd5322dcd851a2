import type { PostSocial } from '#domain/posts/model.ts'
import { ProposeWords } from '#web/features/approvals/decision/propose-words.tsx'
import { useProposeWordsByLink } from './api.ts'
import { contentGroups, type Item, isLookedAt, type Looked, type Opened, viewerOf } from './items.ts'
import { failureWords } from './refusal-words.ts'

type Props = Looked & {
  readonly token: string
  readonly opened: Opened
  readonly item: Item
  /** The version on the screen. */
  readonly shown: PostSocial
  readonly isPhone: boolean
  readonly onSent: () => void
  readonly onClose: () => void
}

/** Other words for the post, by its link. */
export function LinkProposal({ token, opened, item, shown, isPhone, onSent, onClose, ...looked }: Props) {
  const propose = useProposeWordsByLink(token)
  const viewer = viewerOf(opened)
  const { post } = item
  const groups = contentGroups(post, viewer)
  return (
    <ProposeWords
      post={post}
      shown={post.post_socials.find(({ id }) => id === shown.id) ?? shown}
      viewer={viewer}
      isSeen={version => groups.some(group => group.includes(version) && isLookedAt(group, looked))}
      isOutdated={false}
      isClosed={item.state !== 'waiting'}
      proposed={Object.fromEntries(
        opened.proposed.map(({ post_social_id, words_seen: seen, words }) => [
          post_social_id,
          { seen, words },
        ]),
      )}
      isPhone={isPhone}
      propose={propose}
      explain={failureWords}
      onSent={onSent}
      onClose={onClose}
    />
  )
}
