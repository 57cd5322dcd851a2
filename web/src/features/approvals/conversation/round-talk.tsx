import { Button, Group, SegmentedControl, Stack } from '@mantine/core'
import { IconMessageQuestion, IconMessageReply } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { ApprovalAction, ApprovalHistory } from '#domain/approvals/model.ts'
import { audienceOfRound, isRoundDiscussed, mayAnswerIn } from '#domain/approvals/questions.ts'
import { roundNames } from '#domain/approvals/round-names.ts'
import { mayMention } from '#domain/notes/note-rules.ts'
import { can } from '#domain/permissions/can.ts'
import type { Approval } from '#domain/posts/model.ts'
import { type ApprovalType, approvalTypes, type PostSocialStatus } from '#domain/posts/status.ts'
import { mentionedIn } from '#web/features/notes/mentions.ts'
import { useActor, useGetProject } from '#web/features/projects/api.ts'
import { type TalkSubject, useAnswerRevisionQuestion, useAskRevisionQuestion } from '../conversation-api.ts'

const QuestionForm = lazy(() =>
  import('./question-form.tsx').then(module => ({ default: module.QuestionForm })),
)

type Props = {
  readonly subject: TalkSubject
  readonly history: Pick<ApprovalHistory, 'post_social_id' | 'approvals' | 'actions'>
  readonly status: PostSocialStatus
}

const inOrder = (approvals: readonly Approval[]) => approvals.toSorted((a, b) => a.id - b.id)

const openFirst = (a: Approval, b: Approval) =>
  Number(b.status === 'open') - Number(a.status === 'open') || b.id - a.id

/** The rounds that can still be talked about: the open one first, then the latest. */
const discussedRounds = (approvals: readonly Approval[], status: PostSocialStatus): Approval[] => {
  const rounds = inOrder(approvals)
  return rounds.filter(round => isRoundDiscussed(round, rounds, status)).toSorted(openFirst)
}

/** Whether the newest question in a round has had no answer. `actions`: newest first. */
const isUnanswered = (actions: readonly ApprovalAction[], round: Approval): boolean =>
  actions.find(
    ({ approval_id: id, type }) =>
      id === round.id && (type === 'question_pushed' || type === 'answer_pushed'),
  )?.type === 'question_pushed'

const isRequested = (actions: readonly ApprovalAction[], round: Approval): boolean =>
  actions.some(({ approval_id: id, type }) => id === round.id && type === 'question_pushed')

const askedReaders: Readonly<Record<ApprovalType, string>> = {
  internal: 'Only the agency reads it.',
  external: 'The client reads it too.',
}

/** Asking and answering about the rounds of a version (docs/product/approvals.md "Questions and answers"). */
export function RoundTalk({ subject, history, status }: Props) {
  const actor = useActor(subject.projectId)
  const everybody = useGetProject(subject.projectId).data?.projectUsers ?? []
  const ask = useAskRevisionQuestion(subject)
  const answer = useAnswerRevisionQuestion(subject)
  const [writing, setWriting] = useState<'question' | 'answer' | null>(null)
  const [chosen, setChosen] = useState<ApprovalType | null>(null)
  const rounds = discussedRounds(history.approvals, status)
  const answerable = rounds.filter(
    round => mayAnswerIn(actor, round.type) && isRequested(history.actions, round),
  )
  const unanswered = answerable.find(round => isUnanswered(history.actions, round))
  const asking = can(actor, 'post.makeRevisionQuestion') ? rounds : []
  const choices = writing === 'answer' ? answerable : asking
  const preferred = writing === 'answer' ? (unanswered ?? choices[0]) : choices[0]
  const round = choices.find(({ type }) => type === chosen) ?? preferred
  if (asking.length === 0 && answerable.length === 0) return null
  const start = (what: 'question' | 'answer') => {
    setChosen(null)
    setWriting(what)
  }
  if (writing === null || !round)
    return (
      <Group gap="xs">
        {asking.length > 0 && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconMessageQuestion size={16} aria-hidden />}
            onClick={() => start('question')}
          >
            Ask a question
          </Button>
        )}
        {answerable.length > 0 && (
          <Button
            variant={unanswered ? 'filled' : 'default'}
            size="xs"
            leftSection={<IconMessageReply size={16} aria-hidden />}
            onClick={() => start('answer')}
          >
            {unanswered ? 'Answer the question' : 'Answer again'}
          </Button>
        )}
      </Group>
    )
  const send = writing === 'question' ? ask : answer
  const people = everybody.filter(person => mayMention(actor, audienceOfRound(round), person))
  return (
    <Stack gap="xs">
      {choices.length > 1 && (
        <SegmentedControl
          size="xs"
          aria-label="Which round"
          value={round.type}
          onChange={value => setChosen(value === 'internal' ? 'internal' : 'external')}
          data={approvalTypes.map(type => ({ value: type, label: roundNames[type] }))}
        />
      )}
      <Suspense fallback={null}>
        {' '}
        <QuestionForm
          key={`${writing}-${round.id}`}
          label={writing === 'question' ? 'Question' : 'Answer'}
          readers={
            can(actor, 'post.seeInternalApprovalRound') ? askedReaders[round.type] : 'The agency reads it.'
          }
          people={people}
          draft={`${writing}-${round.id}`}
          about={{ postId: subject.postId, postSocialId: history.post_social_id }}
          onSend={(message, marks) =>
            send.mutateAsync({
              approval_id: round.id,
              message,
              post_social_id: history.post_social_id,
              marks,
              mentions: [...mentionedIn(message, people)],
            })
          }
          onClose={() => setWriting(null)}
        />
      </Suspense>{' '}
    </Stack>
  )
}
