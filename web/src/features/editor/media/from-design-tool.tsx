import { useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { useDrafts } from '../draft/draft-context.tsx'

const DesignButton = lazy(async () => ({
  default: (await import('#web/features/designs/design-button.tsx')).DesignButton,
}))

type Props = {
  /** The version. */
  readonly target: number
  readonly isUploading: boolean
  readonly blockedBy: string | null
}

/** Makes a picture in the design tool. What is written is saved first, because the tool opens in this tab. */
export function FromDesignTool({ target, isUploading, blockedBy }: Props) {
  const store = useDrafts()
  const isWanted = useSearch({ strict: false, select: ({ design }) => design === 'new' })
  return (
    <Suspense fallback={null}>
      <DesignButton
        postSocialId={target}
        blockedBy={blockedBy ?? (isUploading ? 'A file is still being uploaded' : null)}
        isOpenAtFirst={isWanted}
        save={() => store.saveNow()}
      />
    </Suspense>
  )
}
