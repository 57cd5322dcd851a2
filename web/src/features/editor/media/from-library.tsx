import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import type { useMediaEditing } from './use-media-editing.ts'

const LibraryPicker = lazy(async () => ({
  default: (await import('#web/features/media/library/library-picker.tsx')).LibraryPicker,
}))

type Props = {
  readonly size: 'xs' | 'sm'
  readonly editing: ReturnType<typeof useMediaEditing>
}

/** Attaches files that the project has already. */
export function FromLibrary({ size, editing }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { blockedBy, room, storedRefusal, attach } = editing
  return (
    <>
      <Button
        variant="subtle"
        size={size}
        disabled={blockedBy !== null}
        title={blockedBy ?? undefined}
        onClick={() => setOpen(true)}
      >
        Choose from library
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <LibraryPicker
            room={room}
            refusalOf={({ object_data }) => storedRefusal(object_data)}
            onChoose={attach}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
