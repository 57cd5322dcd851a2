import { Button, Text } from '@mantine/core'
import { IconPhotoSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { LibraryMedia } from '#domain/media/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { RowsLoading } from '#web/ui/rows-loading.tsx'
import { Empty, Failed } from '#web/ui/states.tsx'
import type { useListMediaLibrary } from '../library-api.ts'
import classes from './library.module.css'

type Props = {
  readonly label: string
  readonly library: ReturnType<typeof useListMediaLibrary>
  /** What there is instead of a list if the project has no files at all; null while something is searched for. */
  readonly empty: ReactNode | null
  readonly children: (media: LibraryMedia) => ReactNode
}

/** The files that match, loading on as the end comes near. The browser draws only the rows in sight. */
export function LibraryList({ label, library, empty, children }: Props) {
  const { data, error, refetch } = library
  if (!data && error) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data) return <RowsLoading height={80} />
  const medias = data.pages.flatMap(page => page.medias)
  if (medias.length === 0)
    return (
      empty ?? (
        <Empty icon={<IconPhotoSearch size={22} />} title="Not found" text="No file matches this search." />
      )
    )
  return (
    <>
      <ul className={classes.list} aria-label={label}>
        {medias.map(media => (
          <li key={media.id} className={classes.row}>
            {children(media)}
          </li>
        ))}
      </ul>
      {library.hasNextPage && <MoreFiles library={library} />}
    </>
  )
}

/** How far from the screen the next page is loaded, in pixels. */
const nearPx = 800

function MoreFiles({ library }: Pick<Props, 'library'>) {
  const { isFetchingNextPage, isFetchNextPageError, fetchNextPage } = library
  const end = useRef<HTMLDivElement>(null)
  const isWaiting = !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    const { current: element } = end
    if (!element || !isWaiting) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void fetchNextPage()
      },
      { rootMargin: `${nearPx}px 0px` },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWaiting, fetchNextPage])
  return (
    <div ref={end} className={classes.more}>
      {isFetchNextPageError && (
        <Text size="sm" role="alert">
          The next files could not be loaded.
        </Text>
      )}
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? 'Try again' : 'Show more files'}
      </Button>
    </div>
  )
}
