import { IconCircleCheck } from '@tabler/icons-react'
import type { ApprovalListName } from '#domain/approvals/list-place.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { Empty, NotPermitted } from '#web/ui/states.tsx'
import { isFiltered, type ListFilter } from '../list/list-filter.ts'

type List = { readonly list: ApprovalListName; readonly filter: ListFilter }

type Props = List &
  (
    | { readonly why: 'all done' }
    | { readonly why: 'taken back' | 'missing' | 'not permitted'; readonly id: number }
  )

/** Stands in the place of an item that there is not. */
export function NoItem(props: Props) {
  const { list, filter } = props
  if (props.why === 'all done') return <AllDone list={list} filter={filter} />
  const action = <BackToList list={list} filter={filter} />
  if (props.why === 'not permitted') return <NotPermitted action={action} />
  // What was on a client's screen is not theirs to see any more.
  if (props.why === 'taken back')
    return (
      <Empty
        order={1}
        title="This post was taken back."
        text="The agency is working on it again. It comes back to you when it is ready."
        action={action}
      />
    )
  // Fixed wording (docs/product/approvals.md "Texts").
  return (
    <Empty
      order={1}
      title={`The post id=${props.id} does not exist.`}
      text="It may have been deleted."
      action={action}
    />
  )
}

function BackToList({ list, filter }: List) {
  const projectId = useProjectId()
  return (
    <LinkButton to="/$projectId/approval" params={{ projectId }} search={{ tab: list, ...filter }} mih={44}>
      Back to the list
    </LinkButton>
  )
}

/** Nothing is left to decide. */
function AllDone({ list, filter }: List) {
  const projectId = useProjectId()
  if (isFiltered(filter))
    return (
      <Empty
        order={1}
        title="No further post matches the search and the filter."
        action={<BackToList list={list} filter={{}} />}
      />
    )
  if (list === 'approved')
    return (
      <Empty
        order={1}
        title="There are no approved posts."
        action={<BackToList list="approved" filter={filter} />}
      />
    )
  return (
    <Empty
      order={1}
      icon={<IconCircleCheck size={24} color="var(--g-accent-text)" />}
      title="All done"
      text="No posts are waiting for you. We will notify you when the next one arrives."
      action={
        <LinkButton
          to="/$projectId/approval"
          params={{ projectId }}
          search={{ tab: 'approved' }}
          variant="default"
          mih={44}
        >
          See approved posts
        </LinkButton>
      }
    />
  )
}
