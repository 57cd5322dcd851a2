import type { ApprovalAction } from '#domain/approvals/model.ts'
import { type TalkSubject, useUpdateRevisionAnswer, useUpdateRevisionQuestion } from '../conversation-api.ts'
import { QuestionForm } from './question-form.tsx'

type Props = {
  readonly subject: TalkSubject
  readonly action: Pick<ApprovalAction, 'id' | 'type' | 'message'>
  readonly onClose: () => void
}

/** Changes one's own question or answer (docs/product/approvals.md "Questions and answers"). */
export function EditQuestion({ subject, action, onClose }: Props) {
  const question = useUpdateRevisionQuestion(subject)
  const answer = useUpdateRevisionAnswer(subject)
  const isQuestion = action.type === 'question_pushed'
  const save = isQuestion ? question : answer
  return (
    <QuestionForm
      label={isQuestion ? 'Question' : 'Answer'}
      sent={action.message ?? ''}
      draft={`edit-${action.id}`}
      onSend={message => save.mutateAsync({ approval_action_id: action.id, message })}
      onClose={onClose}
    />
  )
}
