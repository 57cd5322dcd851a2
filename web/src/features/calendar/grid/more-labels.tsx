import { lazy, Suspense } from 'react'
import type { LocalDate } from '#domain/kernel/time.ts'
import type { DayLabel } from '#domain/labels/model.ts'
import { useIsKept } from '#web/features/calendar/grid-state/board.tsx'
import { usePopup } from '#web/ui/popup/use-popup.ts'
import { dayText, LabelChips } from './day-head.tsx'
import classes from './more-labels.module.css'

const loadPanel = () => import('#web/ui/popup/popup-panel.tsx')
const PopupPanel = lazy(() => loadPanel().then(module => ({ default: module.PopupPanel })))

type Props = { readonly date: LocalDate; readonly labels: readonly DayLabel[] }

/** The number of a day's labels that have no row; it opens a list of them. */
export function MoreLabels({ date, labels }: Props) {
  const { button, panel } = usePopup(loadPanel)
  const isKept = useIsKept()
  if (isKept && panel?.isOpen) panel.onChange(false)
  const text = `+${labels.length} ${labels.length === 1 ? 'label' : 'labels'}`
  return (
    <>
      <button
        {...button}
        type="button"
        className={classes.more}
        tabIndex={-1}
        data-nav="label"
        aria-label={`${text} on ${dayText(date)}`}
        onClick={event => {
          event.stopPropagation()
          button.onClick(event)
        }}
      >
        {text}
      </button>
      <Suspense fallback={null}>
        {panel && (
          <PopupPanel {...panel} label={`Labels on ${dayText(date)}`} position="bottom-start" width={240}>
            <LabelChips labels={labels} onPick={() => panel.onChange(false)} />
          </PopupPanel>
        )}
      </Suspense>
    </>
  )
}
