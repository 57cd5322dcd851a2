import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { IconClock, IconPhoto, IconPin, IconPinnedOff, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { shortened } from '#domain/kernel/shortened.ts'
import { formatInstant, formats } from '#domain/kernel/time-format.ts'
import { CLEANED_AFTER_DAYS } from '#domain/media/library.ts'
import type { LibraryMedia } from '#domain/media/model.ts'
import { networks } from '#domain/networks/network.ts'
import { useMay } from '#web/features/projects/api.ts'
import { useIsChangeable } from '#web/platform/me.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Empty, NotPermitted } from '#web/ui/states.tsx'
import { type LibraryFilter, useDeleteMedia, useKeepMedia, useListMediaLibrary } from '../library-api.ts'
import classes from './library.module.css'
import { LibraryFile } from './library-file.tsx'
import { LibraryFilters } from './library-filters.tsx'
import { LibraryList } from './library-list.tsx'

type Props = {
  readonly filter: LibraryFilter
  readonly onFilter: (filter: LibraryFilter) => void
}

/** All files of a project (docs/product/media.md "Library"). */
export function LibraryScreen(props: Props) {
  const projectId = useProjectId()
  const mayBrowse = useMay(projectId)('media.browse')
  return mayBrowse ? <Library {...props} /> : <NotPermitted />
}

function Library({ filter, onFilter }: Props) {
  const projectId = useProjectId()
  const library = useListMediaLibrary(projectId, filter)
  const isChangeable = useIsChangeable(projectId)
  const deletion = useConfirmedDeletion(projectId)
  const { mutate: keep } = useKeepMedia(projectId)
  const announced = library.data?.pages[0]?.announced ?? 0
  const isSearched = filter.q !== undefined || filter.type !== undefined || filter.isAnnounced === true
  return (
    <Stack gap="lg" className={classes.screen}>
      <div>
        <Title order={1} size="h3">
          Media
        </Title>
        <Text size="sm" c="dimmed">
          Photos and videos of this project, ready to be used again.
        </Text>
      </div>
      {(announced > 0 || filter.isAnnounced) && (
        <CleaningNotice
          count={announced}
          isFiltered={filter.isAnnounced === true}
          onFilter={isAnnounced => onFilter({ ...filter, isAnnounced })}
        />
      )}
      <LibraryFilters filter={filter} onChange={onFilter} />
      <LibraryList
        label="Files"
        library={library}
        empty={
          isSearched ? null : (
            <Empty
              icon={<IconPhoto size={22} />}
              title="There are no files yet"
              text="What you and your colleagues upload to posts of this project appears here, ready to be used again."
            />
          )
        }
      >
        {media => (
          <>
            <LibraryFile media={media}>
              <Uses media={media} />
            </LibraryFile>
            <div className={classes.actions}>
              {isChangeable && (media.is_kept || media.clean_after !== null) && (
                <KeepButton media={media} onKeep={isKept => keep({ id: media.id, isKept })} />
              )}
              {isChangeable && media.uses === 0 && (
                <IconButton
                  label={`Delete ${media.object_data.original_name}`}
                  onClick={() => void deletion.ask(media)}
                >
                  <IconTrash size={18} />
                </IconButton>
              )}
            </div>
          </>
        )}
      </LibraryList>
      {deletion.dialog}
    </Stack>
  )
}

function CleaningNotice(props: {
  readonly count: number
  readonly isFiltered: boolean
  readonly onFilter: (isAnnounced: boolean | undefined) => void
}) {
  const { count, isFiltered, onFilter } = props
  const files = count === 1 ? '1 file' : `${count} files`
  return (
    <Alert color="yellow" variant="light" icon={<IconClock size={18} />} role="note">
      <div className={classes.notice}>
        <Text size="sm">
          {count === 0
            ? 'No unused file will be deleted soon.'
            : `${files} that no post has used for a long time will be deleted ${CLEANED_AFTER_DAYS} days after the last use. Keep what you still need.`}
        </Text>
        <Button variant="default" size="xs" onClick={() => onFilter(isFiltered ? undefined : true)}>
          {isFiltered ? 'Show all files' : 'Show them'}
        </Button>
      </div>
    </Alert>
  )
}

type UsesProps = { readonly media: LibraryMedia }

/** The posts that use the file, or what happens to one that no post uses. */
function Uses({ media }: UsesProps) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const { used_in: posts, uses, clean_after: end } = media
  if (end !== null)
    return (
      <Text span size="xs" c="var(--g-tone-amber-fg)">
        Not used. Will be deleted on {formatInstant(new Date(end), timezone, formats.day)}
      </Text>
    )
  if (uses === 0)
    return (
      <Text span size="xs" c="dimmed">
        {media.is_kept ? 'Not used · Kept' : 'Not used'}
      </Text>
    )
  return (
    <Text span size="xs" c="dimmed" className={classes.uses}>
      Used in{' '}
      {posts.map(({ post_id, social_networks, message }, index) => (
        <span key={post_id}>
          {index > 0 && ', '}
          <Link
            to="/$projectId/manage-post/$social"
            params={{ projectId, social: social_networks[0] ?? 'facebook' }}
            search={{ postId: post_id }}
            title={social_networks.map(network => networks[network].label).join(', ')}
          >
            {/* Fixed wording (docs/product/calendar.md "Texts"). */}
            {firstLine(message) || 'Empty message'}
          </Link>
        </span>
      ))}
      {uses > posts.length && ` and ${uses - posts.length} more`}
    </Text>
  )
}

const longest = 40

const firstLine = (message: string): string => shortened(message.trim().split('\n')[0] ?? '', longest)

function KeepButton({
  media: { is_kept, object_data },
  onKeep,
}: {
  readonly media: LibraryMedia
  readonly onKeep: (isKept: boolean) => void
}) {
  if (!is_kept)
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPin size={16} aria-hidden />}
        aria-label={`Keep ${object_data.original_name}`}
        onClick={() => onKeep(true)}
      >
        Keep
      </Button>
    )
  return (
    <IconButton label={`Do not keep ${object_data.original_name} for good`} onClick={() => onKeep(false)}>
      <IconPinnedOff size={18} />
    </IconButton>
  )
}

function useConfirmedDeletion(projectId: number) {
  const { ask: confirm, dialog } = useConfirm()
  const { mutate: remove } = useDeleteMedia(projectId)
  const ask = async (media: LibraryMedia) => {
    const isSure = await confirm({
      title: 'Delete this file for good?',
      text: `${media.object_data.original_name} is removed from the library and from storage.`,
      confirmLabel: 'Delete',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (isSure) remove(media)
  }
  return { ask, dialog }
}
