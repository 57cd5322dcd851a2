import { Skeleton, Title, VisuallyHidden } from '@mantine/core'
import { Loading } from '#web/ui/states.tsx'
import classes from './item-skeleton.module.css'

/** The shape of an item while it is loading. */
export function ItemSkeleton() {
  return (
    <>
      <VisuallyHidden>
        <Title order={1}>Approval</Title>
      </VisuallyHidden>
      <Loading>
        <div className={classes.header}>
          <Skeleton width={40} height={40} />
          <Skeleton width={160} height={32} />
        </div>
        <div className={classes.post}>
          <Skeleton height={40} />
          <Skeleton height={320} />
          <Skeleton height={72} />
        </div>
      </Loading>
    </>
  )
}
