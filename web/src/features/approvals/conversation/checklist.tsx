import { Checkbox, Stack, VisuallyHidden } from '@mantine/core'
import type { ApprovalAction } from '#domain/approvals/model.ts'
import { expectApiError } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useCheckRevisionItems } from '../api.ts'

type Props = {
  readonly postId: number
  readonly action: Pick<ApprovalAction, 'id' | 'checkboxes'>
  /** Authors check off what they have done; others see the progress. */
  readonly isCheckable: boolean
}

/** The points that a revision asks for. */
export function Checklist({ postId, action, isCheckable }: Props) {
  const projectId = useProjectId()
  const tick = useCheckRevisionItems(projectId, postId)
  return (
    <Stack gap={6} component="fieldset" bd="none" p={0} m={0}>
      <VisuallyHidden component="legend">Checklist</VisuallyHidden>
      {action.checkboxes.map(item => (
        <Checkbox
          key={item.id}
          size="sm"
          label={item.label}
          checked={item.is_checked}
          readOnly={!isCheckable}
          aria-readonly={!isCheckable || undefined}
          onChange={event => {
            if (!isCheckable) return
            const isChecked = event.currentTarget.checked
            tick({ actionId: action.id, itemIds: [item.id], isChecked }).catch(expectApiError)
          }}
          styles={{ label: item.is_checked ? { color: 'var(--g-text-muted)' } : {} }}
        />
      ))}
    </Stack>
  )
}
