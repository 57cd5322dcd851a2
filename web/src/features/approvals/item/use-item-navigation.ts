import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ApprovalListName } from '#domain/approvals/list-place.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { useOwnProject } from '#web/platform/me.ts'
import { isApprover } from '#web/platform/redirects.ts'
import { filterIn } from '../list/list-filter.ts'

/** The page that Back leads to from an item: the approval calendar if the person came from there, else the list. */
export type ItemOrigin = 'calendar' | undefined

type Target = { readonly postId: number | undefined; readonly network: SocialNetwork }

/** The links that lead on from an item. */
export const useItemNavigation = (projectId: number, list: ApprovalListName, from: ItemOrigin) => {
  const navigate = useNavigate()
  const own = useOwnProject(projectId)
  // What the list was filtered by stays in the address for the way back.
  const filter = filterIn(useSearch({ strict: false }))
  const open = ({ postId, network }: Target, replace: boolean) =>
    navigate({
      to: list === 'pending' ? '/$projectId/approval/$social' : '/$projectId/unapprove/$social',
      params: { projectId, social: network },
      search: { postId, from, ...filter },
      replace,
    })
  const toList = () =>
    navigate({ to: '/$projectId/approval', params: { projectId }, search: { tab: list, ...filter } })
  const toCalendar = () =>
    navigate({
      to: isApprover(own) ? '/$projectId/calendar-approval' : '/$projectId/calendar',
      params: { projectId },
    })
  return { open, toList, toCalendar, back: from === 'calendar' ? toCalendar : toList }
}
