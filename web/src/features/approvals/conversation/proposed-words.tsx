import { Button, Group, Paper, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { MESSAGE_MAX } from '#domain/approvals/limits.ts'
import type { TextProposal } from '#domain/approvals/model.ts'
import type { ProposalOutcome } from '#domain/approvals/status.ts'
import { isEmptyText } from '#domain/kernel/text.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import type { TalkSubject } from '../conversation-api.ts'
import { useDeclineWords, useListTextProposals, useTakeWords } from '../proposals-api.ts'
import { ChangedText } from '../snapshots/changed-text.tsx'

export type ShownText = Pick<PostSocial, 'id' | 'version' | 'message'>

const outcomes: Readonly<Record<ProposalOutcome, (name: string) => string>> = {
  approved: name =>
    `If you take these words, ${name} has approved this version: they have agreed to exactly this.`,
  asks_team: name =>
    `If you take these words, an internal approver approves them first. ${name} has then approved this version, if nothing else changes.`,
  asks_client: () =>
    'More than the words has changed since, so the client is asked again if you take them, as after any edit.',
}

type Props = { readonly subject: TalkSubject; readonly version: ShownText }

/** Other words that clients propose for the version on the screen (docs/product/approvals.md "Proposed words"). */
export function ProposedWords({ subject, version }: Props) {
  const { data = [] } = useListTextProposals(subject)
  return data
    .filter(({ post_social_id: id }) => id === version.id)
    .map(proposal => <Proposal key={proposal.id} subject={subject} version={version} proposal={proposal} />)
}

function Proposal({ subject, version, proposal }: Props & { readonly proposal: TextProposal }) {
  const timezone = useTimezone()
  const take = useTakeWords(subject)
  const [isDeclining, setDeclining] = useState(false)
  const { id, words, words_seen, outcome, proposed_by: author } = proposal
  const isChanged = words_seen !== version.message
  const body = { post_social_id: version.id, proposal_id: id }
  return (
    <Paper component="section" withBorder p="sm" aria-label={`Words proposed by ${author.name}`}>
      <Stack gap="xs">
        <Text size="sm">
          <strong>{author.name}</strong> proposes other words{proposal.is_by_link && ' by link'}{' '}
          <Text span size="xs" c="dimmed">
            <ZonedTime instant={proposal.proposed_at} timezone={timezone} zone="hint" />
          </Text>
        </Text>
        {isChanged && (
          <Text size="sm">
            The text was changed since. What {author.name} saw, and what it says now, differ.
          </Text>
        )}
        <ChangedText
          label={isChanged ? 'What they saw, and what they propose' : 'What they propose'}
          change={{ before: words_seen, after: words }}
        />
        {isChanged && (
          <ChangedText
            label="What it says now, and what they propose"
            change={{ before: version.message, after: words }}
          />
        )}
        {outcome && !isDeclining && (
          <>
            <Text size="xs" c="dimmed">
              {outcomes[outcome](author.name)}
            </Text>
            <Group gap="xs">
              <Button
                size="xs"
                mih={36}
                loading={take.isPending}
                onClick={() => take.mutate({ ...body, version: version.version, outcome })}
              >
                Take these words
              </Button>
              <Button size="xs" mih={36} variant="default" onClick={() => setDeclining(true)}>
                Decline…
              </Button>
            </Group>
          </>
        )}
        {isDeclining && <Decline subject={subject} about={body} onClose={() => setDeclining(false)} />}
      </Stack>
    </Paper>
  )
}

type DeclineProps = {
  readonly subject: TalkSubject
  readonly about: { readonly post_social_id: number; readonly proposal_id: number }
  readonly onClose: () => void
}

function Decline({ subject, about, onClose }: DeclineProps) {
  const decline = useDeclineWords(subject)
  const [message, setMessage] = useState('')
  const isTooLong = message.length > MESSAGE_MAX
  return (
    <form
      aria-label="Decline these words"
      onSubmit={event => {
        event.preventDefault()
        decline.mutate({ ...about, message: message.trim() })
      }}
    >
      <Stack gap="xs">
        <Textarea
          label="Why not?"
          description="The client reads it in a note."
          data-autofocus
          autoFocus
          autosize
          minRows={2}
          maxRows={8}
          value={message}
          error={isTooLong && `At most ${MESSAGE_MAX} characters.`}
          onChange={event => setMessage(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button
            type="submit"
            size="xs"
            mih={36}
            loading={decline.isPending}
            disabled={isEmptyText(message) || isTooLong}
          >
            Decline
          </Button>
          <Button size="xs" mih={36} variant="default" onClick={onClose}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
