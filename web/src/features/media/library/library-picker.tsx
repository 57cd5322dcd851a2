import { Button, Group, Modal, Text } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useState } from 'react'
import type { LibraryMedia, Media } from '#domain/media/model.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { Empty } from '#web/ui/states.tsx'
import { type LibraryFilter, useListMediaLibrary } from '../library-api.ts'
import classes from './library.module.css'
import { LibraryFile } from './library-file.tsx'
import { LibraryFilters } from './library-filters.tsx'
import { LibraryList } from './library-list.tsx'

type Props = {
  /** How many files the post still takes. */
  readonly room: number
  /** Why the post cannot take a file; null if it can. */
  readonly refusalOf: (media: Media) => string | null
  readonly onChoose: (medias: readonly Media[]) => void
  readonly onClose: () => void
}

/** Chooses files that the project has already, in the order in which they are pressed. */
export function LibraryPicker({ room, refusalOf, onChoose, onClose }: Props) {
  const projectId = useProjectId()
  useFocusBack()
  const [filter, setFilter] = useState<LibraryFilter>({})
  const [chosen, setChosen] = useState<readonly LibraryMedia[]>([])
  const library = useListMediaLibrary(projectId, filter)
  const isFull = chosen.length >= room
  const toggle = (media: LibraryMedia) =>
    setChosen(list =>
      list.some(({ id }) => id === media.id) ? list.filter(({ id }) => id !== media.id) : [...list, media],
    )
  return (
    <Modal
      opened
      onClose={onClose}
      title="Choose from library"
      size={640}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <LibraryFilters filter={filter} onChange={setFilter} />
      <div className={classes.picker}>
        <LibraryList
          label="Files to choose from"
          library={library}
          empty={
            filter.q === undefined && filter.type === undefined ? (
              <Empty
                icon={<IconPhoto size={22} />}
                title="There are no files yet"
                text="What is uploaded to posts of this project appears here."
              />
            ) : null
          }
        >
          {media => {
            const isChosen = chosen.some(({ id }) => id === media.id)
            const refusal = refusalOf(media)
            return (
              <button
                type="button"
                className={classes.choice}
                aria-pressed={isChosen}
                disabled={refusal !== null || (isFull && !isChosen)}
                onClick={() => toggle(media)}
              >
                <LibraryFile media={media}>
                  {refusal !== null && (
                    <Text span size="xs" c="var(--g-danger-text)">
                      {refusal}
                    </Text>
                  )}
                </LibraryFile>
              </button>
            )
          }}
        </LibraryList>
      </div>
      <Group justify="space-between" mt="md">
        <Text size="sm" c="dimmed" role="status">
          {chosen.length} of {room} chosen
        </Text>
        <Group gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={chosen.length === 0}
            onClick={() => {
              onChoose(chosen)
              onClose()
            }}
          >
            Add to post
          </Button>
        </Group>
      </Group>
    </Modal>
  )
}
