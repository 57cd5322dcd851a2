import { Alert, Stack, Text } from '@mantine/core'
import type { TextProposal } from '#domain/approvals/model.ts'
import { networkNames } from '#domain/networks/names.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import { listOf, say } from '#web/platform/words.ts'
import { ChangedText } from '../snapshots/changed-text.tsx'

type Proposed = Pick<TextProposal, 'post_social_id' | 'words_seen' | 'words'>
type Version = Pick<PostSocial, 'id' | 'social_network' | 'message'>

type Props = {
  readonly proposed: readonly Proposed[]
  readonly versions: readonly Version[]
}

/** The same words instead of the same text are told once, with the networks that are to have them. */
const together = ({ proposed, versions }: Props) => {
  const groups = new Map<string, Proposed & { readonly now: string; readonly names: string[] }>()
  for (const one of proposed) {
    const version = versions.find(({ id }) => id === one.post_social_id)
    if (!version) continue
    const key = JSON.stringify([one.words_seen, one.words, version.message])
    const group = groups.get(key) ?? { ...one, now: version.message, names: [] }
    group.names.push(networkNames[version.social_network])
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** What the person has proposed, and what happens next (docs/product/approvals.md "Proposed words"). */
export function OwnWords(props: Props) {
  const groups = together(props)
  if (groups.length === 0) return null
  return (
    <Alert color="green" p="sm" mb="sm" role="status" title={say('You proposed other words')}>
      <Stack gap="xs">
        {groups.map(({ post_social_id, words_seen, words, now, names }) => (
          <div key={post_social_id}>
            <ChangedText label={listOf(names)} change={{ before: words_seen, after: words }} />
            {words_seen !== now && (
              <ChangedText
                label={say('What it says now, and what you propose')}
                change={{ before: now, after: words }}
              />
            )}
          </div>
        ))}
        <Text size="sm">
          {say(
            'If the agency takes them and changes nothing else, you have approved them, and need do nothing more. Approving the post as it is takes them back.',
          )}
        </Text>
      </Stack>
    </Alert>
  )
}
