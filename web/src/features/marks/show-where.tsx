import { Button, Skeleton } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Mark } from '#domain/marks/model.ts'
import { useDraft } from '#web/platform/use-draft.ts'
import { say } from '#web/platform/words.ts'
import type { MarkedVersion } from './places.ts'
import { type SavedVersion, useSavedVersion } from './use-saved-version.ts'
import { toWritten, type WrittenMark } from './written-marks.ts'

/** Most of what is written says in words what it is about. */
const MarkPlaces = lazy(() => import('./mark-places.tsx').then(module => ({ default: module.MarkPlaces })))

const isMark = (stored: Partial<WrittenMark> | null): boolean =>
  typeof stored?.comment === 'string' && typeof stored.place?.kind === 'string'
const readMarks = (stored: unknown): readonly WrittenMark[] | null =>
  Array.isArray(stored) && stored.every(isMark) ? stored : null

/** Marks that are being made, or changed after they were sent, kept in this tab under a name, if there is one, as `useDraft` does. */
export const useMarks = (draft: string | undefined, sent?: readonly Mark[]) =>
  useDraft<readonly WrittenMark[]>(draft && `${draft}-marks`, () => toWritten(sent), readMarks)

type Props = MarkProps & {
  /** What is on the screen; or the version of a post, as it was saved last. */
  readonly about: MarkedVersion | SavedVersion
}
type MarkProps = {
  readonly marks: readonly WrittenMark[]
  readonly onChange: (marks: readonly WrittenMark[]) => void
}

/** A button, and after it the version in which places are marked. */
export function ShowWhere({ about, ...marked }: Props) {
  const [isMarking, setMarking] = useState(marked.marks.length > 0)
  if (isMarking)
    return (
      <Suspense fallback={<Skeleton height={240} />}>
        {'postId' in about ? (
          <InSavedVersion about={about} {...marked} />
        ) : (
          <MarkPlaces version={about} {...marked} />
        )}
      </Suspense>
    )
  return (
    <Button
      variant="default"
      style={{ alignSelf: 'start' }}
      leftSection={<IconMapPin size={16} aria-hidden />}
      onClick={() => setMarking(true)}
    >
      {say('Show where')}
    </Button>
  )
}

function InSavedVersion({ about, ...marked }: MarkProps & { readonly about: SavedVersion }) {
  const version = useSavedVersion(about)
  return version ? <MarkPlaces version={version} {...marked} /> : null
}
