import { Button, Checkbox, Stack, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { HashtagPool } from '#domain/hashtags/model.ts'
import { copiedHashtags } from '#domain/hashtags/pools.ts'
import { countWords } from './count-words.ts'
import { LimitLines } from './limit-lines.tsx'
import classes from './pools.module.css'
import { usePoolSearch } from './use-pool-search.tsx'

type Action = {
  readonly label: string
  /** There is nothing to do; the summary says why. */
  readonly isIdle?: boolean
  /** False: it did not work, and the dialog stays. */
  readonly run: () => Promise<boolean>
}

type Props = {
  readonly pools: readonly HashtagPool[]
  readonly onClose: () => void
  /** What can be done with the chosen pools; the last is the main one. */
  readonly actionsOf: (chosen: readonly HashtagPool[]) => readonly Action[]
  /** What the choice would come to, below the list. */
  readonly summaryOf?: (chosen: readonly HashtagPool[]) => ReactNode
}

/** Pools to choose from for copying, as the content of a dialog: the copy list (docs/product/hashtags.md "Copying pools"). */
export function CopyList({ pools, onClose, actionsOf, summaryOf }: Props) {
  const [ids, setIds] = useState<readonly number[]>(pools.length === 1 ? pools.map(({ id }) => id) : [])
  const { field, found } = usePoolSearch(pools)
  const chosen = pools.filter(({ id }) => ids.includes(id))
  const toggle = (id: number) => setIds(ids.includes(id) ? ids.filter(other => other !== id) : [...ids, id])
  const actions = actionsOf(chosen)
  const { length } = copiedHashtags(chosen)
  return (
    <Stack gap="sm">
      {field}
      <fieldset className={classes.choices} aria-label="Pools">
        {found.map(({ id, pool_name, tags_count, hashtags }) => (
          <Checkbox
            key={id}
            className={classes.choice ?? ''}
            checked={ids.includes(id)}
            onChange={() => toggle(id)}
            label={
              <span dir="auto">
                <span className={classes.name}>{pool_name}</span>{' '}
                <span className={classes.count}>{countWords(tags_count)}</span>
              </span>
            }
            description={<span className={classes.tags}>{hashtags}</span>}
          />
        ))}
      </fieldset>
      <div className={classes.summary} role="status">
        {summaryOf ? (
          summaryOf(chosen)
        ) : (
          <>
            <Text size="sm">{chosen.length === 0 ? 'Choose one or more pools.' : countWords(length)}</Text>
            {chosen.length > 0 && <LimitLines count={length} />}
          </>
        )}
      </div>
      <div className={classes.foot}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        {actions.map(({ label, isIdle, run }, index) => (
          <Button
            key={label}
            variant={index === actions.length - 1 ? 'filled' : 'default'}
            disabled={chosen.length === 0 || isIdle === true}
            onClick={() => void run().then(isDone => isDone && onClose())}
          >
            {label}
          </Button>
        ))}
      </div>
    </Stack>
  )
}
