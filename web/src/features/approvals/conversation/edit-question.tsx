import type { ApprovalAction } from '#domain/approvals/model.ts'
import { markChanges } from '#web/features/marks/written-marks.ts'
import { type TalkSubject, useUpdateRevisionAnswer, useUpdateRevisionQuestion } from '../conversation-api.ts'
import { QuestionForm } from './question-form.tsx'

type Props = {
  readonly subject: TalkSubject
  readonly action: Pick<ApprovalAction, 'id' | 'post_social_id' | 'type' | 'message' | 'marks'>
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
      about={{ postId: subject.postId, postSocialId: action.post_social_id }}
      sent={action.message ?? ''}
      sentMarks={action.marks}
      draft={`edit-${action.id}`}
      onSend={(message, marks) =>
        save.mutateAsync({ approval_action_id: action.id, message, ...markChanges(action.marks, marks) })
      }
      onClose={onClose}
    />
  )
}
