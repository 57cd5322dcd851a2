import { Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Activity } from '#domain/approvals/conversation-contract.ts'
import { changeHeading, mediaText } from './activity-words.ts'

const ChangedText = lazy(() =>
  import('../snapshots/changed-text.tsx').then(module => ({ default: module.ChangedText })),
)

/** What an edit changed: its words, the number of files, and the names of what has neither. */
export function EditedContent({ changes }: Pick<Activity, 'changes'>) {
  return changes.map(change => (
    <Stack key={change.social_networks.join()} gap={6}>
      <Text size="sm">{changeHeading(change)}</Text>
      <Suspense fallback={null}>
        {change.text && <ChangedText label="Text" change={change.text} />}
        {change.first_comment && <ChangedText label="First comment" change={change.first_comment} />}
      </Suspense>
      {change.media && <Text size="sm">{mediaText(change.media)}</Text>}
    </Stack>
  ))
}
