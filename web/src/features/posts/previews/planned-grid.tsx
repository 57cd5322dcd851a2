import { shortened } from '#domain/kernel/shortened.ts'
import { timezoneLabel } from '#domain/kernel/time.ts'
import { isChangeBlocked, isOutsideLeadTime } from '#domain/schedules/timing.ts'
import { useSwapSchedules } from '#web/features/schedules/swap-api.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useMe } from '#web/platform/me.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { GridEntry } from './grid-entries.ts'
import { InstagramGrid } from './instagram-grid.tsx'

type Props = {
  readonly currentPostId: number | null
}

/** A post of the grid that has not gone out. */
type Planned = GridEntry & { readonly plan: NonNullable<GridEntry['plan']> }
const isPlanned = (entry: GridEntry): entry is Planned => entry.plan !== null

/** The account's grid, in which planned posts swap their times (docs/product/previews.md "Order of the grid"). */
export function PlannedGrid(props: Props) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const { lead_time_minutes: lead } = useMe()
  const { ask, dialog } = useConfirm()
  const { mutate } = useSwapSchedules(projectId)
  const canSwap = ({ plan }: GridEntry) => {
    const now = new Date()
    return plan !== null && isOutsideLeadTime(plan.datetime, now, lead) && !isChangeBlocked(plan, now)
  }
  const swap = (ids: [number, number], datetimes: [string, string], onDone: () => void) =>
    mutate(
      { schedule_ids: ids, datetimes },
      { onSuccess: onDone, onError: error => toast.error(messageOf(error)) },
    )
  const onSwap = async (moved: GridEntry, target: GridEntry) => {
    if (!isPlanned(moved) || !isPlanned(target)) return
    const isSure = await ask({
      title: 'Swap the times of these posts?',
      text: `${nameOf(moved)}: ${target.date}. ${nameOf(target)}: ${moved.date} (${timezoneLabel(timezone)} time). The posts themselves stay as they are, also on other networks.`,
      confirmLabel: 'Swap times',
      cancelLabel: 'Cancel',
    })
    if (!isSure) return
    const ids: [number, number] = [moved.plan.id, target.plan.id]
    const [first, second] = [moved.plan.datetime, target.plan.datetime]
    swap(ids, [first, second], () =>
      toast.undoable('Times swapped', () =>
        swap(ids, [second, first], () => toast.success('The posts have their former times again')),
      ),
    )
  }
  return (
    <>
      <InstagramGrid {...props} canSwap={canSwap} onSwap={(moved, target) => void onSwap(moved, target)} />
      {dialog}
    </>
  )
}

const nameOf = ({ message }: GridEntry): string => {
  const [line = ''] = message.split('\n')
  return line === '' ? 'The post without a text' : `“${shortened(line, 40)}”`
}
