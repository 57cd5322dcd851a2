import type { ContentRow } from '#domain/content/contract.ts'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { Setting } from '#domain/permissions/settings.ts'
import { CardMenu } from '#web/features/calendar/cards/card-menu.tsx'
import { usePreloadDialogs } from '#web/features/calendar/selection/calendar-actions.tsx'
import { useBulkContext } from '#web/features/calendar/selection/use-bulk-context.ts'
import { useActor, useGetProject } from '#web/features/projects/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { type ContentActions, useContentActions } from './content-actions.tsx'
import type { RowStore } from './row-store.ts'
import { SelectedRowsBar } from './selected-rows-bar.tsx'

type Props = {
  readonly today: LocalDate
  readonly now: Date
  readonly store: RowStore
  /** What the list is searched for. */
  readonly searched: string | undefined
  /** The row whose menu is open, and what opened it. */
  readonly menu: { readonly id: number; readonly at: HTMLElement } | null
  readonly selected: ReadonlySet<number>
  /** How many posts could be selected besides. */
  readonly others: number
  readonly onCloseMenu: () => void
  readonly onOpen: (id: number) => void
  readonly onSelectAll: () => void
  readonly onClear: () => void
}

const noSettings: readonly Setting[] = []

/** Menu, bulk bar and dialogs of the list: not needed before somebody acts on a post. */
export function RowActions(props: Props) {
  const projectId = useProjectId()
  const { today, now, store, menu, selected, others, onClear } = props
  const actor = useActor(projectId)
  const settings = useGetProject(projectId).data?.settings ?? noSettings
  const context = useBulkContext(actor, settings, now)
  usePreloadDialogs()
  const actions = useContentActions({ today, context, store, onDone: onClear })
  const row = menu && store.get(menu.id)
  return (
    <>
      {selected.size > 0 && (
        <SelectedRowsBar
          rows={[...selected].flatMap(id => store.get(id) ?? [])}
          selected={selected.size}
          others={others}
          actions={actions}
          searched={props.searched}
          onSelectAll={props.onSelectAll}
          onClear={onClear}
        />
      )}
      {menu && row && (
        <CardMenu
          at={menu.at}
          onClose={props.onCloseMenu}
          open={() => props.onOpen(menu.id)}
          {...menuActions(row, actions)}
        />
      )}
      {actions.dialogs}
    </>
  )
}

const menuActions = (row: ContentRow, actions: ContentActions) => {
  const { blocks } = actions
  return {
    move: {
      blockedBy: row.latest_schedule === null ? 'The post has no schedule yet.' : blocks.schedule(row),
      run: () => actions.askDate(row),
    },
    schedule: { blockedBy: blocks.schedule(row), run: () => actions.schedule([row]) },
    unschedule: actions.offerUnschedule(row),
    approval: { blockedBy: blocks.approval(row), run: () => actions.sendToApproval([row]) },
    duplicate: { blockedBy: blocks.copy, run: () => actions.duplicate([row]) },
    clone: { blockedBy: blocks.copy, run: () => actions.clone(row) },
    repeat: { blockedBy: blocks.copy, run: () => actions.repeat(row) },
    remove: { blockedBy: blocks.deletion(row), run: () => void actions.remove([row]) },
  }
}
