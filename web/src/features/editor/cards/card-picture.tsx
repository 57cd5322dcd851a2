import type { Upload } from '#web/features/media/use-uploads.ts'
import type { DraftMedia } from '../draft/draft-media.ts'
import { PictureSlot } from '../media/picture-slot.tsx'

type Props = {
  readonly name: string
  readonly card: DraftMedia
  readonly upload: Upload | null
  readonly blockedBy: string | null
  readonly onPicture: (file: File) => void
  readonly onRemove: () => void
  readonly onDismiss: (uploadId: string) => void
}

/** The image of a card; without one the network takes the page's. */
export function CardPicture({ name, card, ...slot }: Props) {
  const data = card.thumbnail?.data
  return (
    <PictureSlot
      label={`Picture of ${name}`}
      hint="Without one, the network uses the page’s picture."
      picture={data ? (data.previews?.small ?? data.public_url) : null}
      {...slot}
    />
  )
}
