import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import type { HashtagPool } from '#domain/hashtags/model.ts'
import { useIsChangeable } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { countWords } from './count-words.ts'
import classes from './pools.module.css'

type Props = {
  readonly pools: readonly HashtagPool[]
  readonly onCopy: (pool: HashtagPool) => void
  readonly onEdit: (pool: HashtagPool) => void
  readonly onDelete: (pool: HashtagPool) => void
}

/** Pools with their number of hashtags and what one can do with each. */
export function PoolList({ pools, onCopy, onEdit, onDelete }: Props) {
  const isChangeable = useIsChangeable(useProjectId())
  return (
    <BoxedList aria-label="Hashtag pools">
      {pools.map(pool => (
        <li key={pool.id} className={classes.row}>
          <div className={classes.words}>
            <div className={classes.head}>
              <span className={classes.name} dir="auto">
                {pool.pool_name}
              </span>{' '}
              <span className={classes.count}>{countWords(pool.tags_count)}</span>
            </div>
            <div className={classes.tags} dir="auto">
              {pool.hashtags}
            </div>
          </div>
          <div className={classes.actions}>
            <IconButton label={`Copy ${pool.pool_name}`} size={40} onClick={() => onCopy(pool)}>
              <IconCopy size={18} aria-hidden />
            </IconButton>
            {isChangeable && (
              <>
                <IconButton label={`Edit ${pool.pool_name}`} size={40} onClick={() => onEdit(pool)}>
                  <IconPencil size={18} aria-hidden />
                </IconButton>
                <IconButton label={`Delete ${pool.pool_name}`} size={40} onClick={() => onDelete(pool)}>
                  <IconTrash size={18} aria-hidden />
                </IconButton>
              </>
            )}
          </div>
        </li>
      ))}
    </BoxedList>
  )
}
