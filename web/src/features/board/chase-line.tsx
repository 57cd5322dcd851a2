import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { messageOf } from '#web/platform/api-error.ts'
import { useNow } from '#web/ui/time/use-now.ts'
import classes from './board.module.css'
import { useListWaitedFor } from './chase-api.ts'
import { summaryText } from './chase-text.ts'

const ChaseDialog = lazy(() => import('./chase-dialog.tsx').then(module => ({ default: module.ChaseDialog })))

type Props = { readonly revision: string; readonly timezone: string }

/** Whom the posts of all clients wait for, and where they are reminded (docs/product/board.md "Chase"). Its line is there from the start, so that nothing below it moves. */
export function ChaseLine({ revision, timezone }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { data, error } = useListWaitedFor(revision)
  const now = useNow()
  if (!data) return <div className={classes.chase}>{error && messageOf(error)}</div>
  if (data.people.length === 0 && !isOpen)
    return <div className={classes.chase}>Nobody needs a reminder.</div>
  return (
    <div className={classes.chase}>
      <span>{summaryText(data, { now, timezone })}</span>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        Remind…
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ChaseDialog list={data} timezone={timezone} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}
