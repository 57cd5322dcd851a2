import { Skeleton, Text } from '@mantine/core'
import { Loading } from '#web/ui/states.tsx'
import classes from './post-workspace.module.css'

/** The shape of the screen that is loading: networks, editor, conversation. */
export function ManagePostLoading() {
  return (
    <Loading>
      <div className={classes.workspace}>
        <div className={classes.left}>
          <div className={classes.skeletons}>
            <Skeleton height={116} />
            <Skeleton height={116} />
            <Skeleton height={116} />
          </div>
        </div>
        <div className={classes.centre}>
          <div className={classes.column}>
            {/* Fixed wording (docs/product/posts.md "Editor page"); the region is named so already. */}
            <Text ta="center" c="dimmed" aria-hidden>
              <Text span fw={600} c="var(--g-text)">
                Please Wait
              </Text>
              <br />
              Content is loading...
            </Text>
            <Skeleton height={36} />
            <Skeleton height={420} />
            <Skeleton height={96} />
          </div>
        </div>
        <div className={classes.right}>
          <div className={classes.skeletons}>
            <Skeleton height={40} />
            <Skeleton height={96} />
          </div>
        </div>
      </div>
    </Loading>
  )
}
