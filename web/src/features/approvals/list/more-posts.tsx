import { Button, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './approval-list.module.css'

/** How far from the screen the next page is loaded, in pixels. */
const nearPx = 1200

type Props = {
  readonly isLoading: boolean
  readonly hasFailed: boolean
  readonly onMore: () => void
}

/** Loads the next page as the end of the list comes near, or when it is pressed; after a failure only when it is pressed. */
export function MorePosts({ isLoading, hasFailed, onMore }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const isWaiting = !isLoading && !hasFailed
  const more = useRef(onMore)
  useEffect(() => {
    more.current = onMore
  })
  useEffect(() => {
    const { current: element } = end
    if (!element || !isWaiting) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) more.current()
      },
      { rootMargin: `${nearPx}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWaiting])
  return (
    <div ref={end} className={classes.more}>
      {hasFailed && (
        <Text size="sm" role="alert">
          The next posts could not be loaded.
        </Text>
      )}
      <Button variant="default" mih={44} loading={isLoading} onClick={onMore}>
        {hasFailed ? 'Try again' : 'Show more posts'}
      </Button>
    </div>
  )
}
