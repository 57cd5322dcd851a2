import { Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import type { ApprovalHistory, ChecklistItem } from '#domain/approvals/model.ts'
import { isStart } from '#domain/approvals/questions.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useCheckRevisionItems, useGetApprovals } from './api.ts'

/** What a version's latest request asks for and nobody has checked; nothing once the version has been sent again. */
const openPointsOf = ({ actions }: ApprovalHistory) => {
  const last = actions.find(action => isStart(action) || action.checkboxes.length > 0)
  const items = last?.checkboxes.filter(({ is_checked }) => !is_checked) ?? []
  return last && items.length > 0 ? [{ actionId: last.id, items }] : []
}

/** The points of the request that a post goes back to. All are taken for done, unless they are left. `postId` null: it goes back to none. */
export const useDonePoints = (postId: number | null) => {
  const projectId = useProjectId()
  const { data } = useGetApprovals(projectId, postId)
  const tick = useCheckRevisionItems(projectId, postId ?? 0)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const requests = data?.approvals.flatMap(openPointsOf) ?? []
  return {
    items: requests.flatMap(({ items }) => items),
    left,
    setLeft,
    /** Checks those that are done. Rejects with ApiError; its toast has said why. */
    check: async (): Promise<void> => {
      for (const { actionId, items } of requests) {
        const itemIds = items.flatMap(({ id }) => (left.has(id) ? [] : id))
        if (itemIds.length > 0) await tick({ actionId, itemIds, isChecked: true })
      }
    },
  }
}

type Props = {
  readonly items: readonly ChecklistItem[]
  readonly left: ReadonlySet<number>
  readonly onLeave: (left: ReadonlySet<number>) => void
}

/** What the approver asked for, to be checked off with the sending (docs/product/approvals.md "Checklist"). */
export function DonePoints({ items, left, onLeave }: Props) {
  return (
    <Checkbox.Group
      label="Done since the request"
      description="Checked off when the post is sent. Uncheck what is still open."
      value={items.flatMap(({ id }) => (left.has(id) ? [] : String(id)))}
      onChange={done => onLeave(new Set(items.flatMap(({ id }) => (done.includes(String(id)) ? [] : id))))}
    >
      <Stack gap={6} mt="xs">
        {items.map(({ id, label }) => (
          <Checkbox key={id} size="sm" value={String(id)} label={label} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
