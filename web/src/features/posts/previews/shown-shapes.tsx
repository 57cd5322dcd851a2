import { Text } from '@mantine/core'
import { shownShapesText } from '#domain/media/shown-shapes.ts'
import type { PreviewContent } from './preview-content.ts'

/** Says below the pictures of a version what its network will not show as it is; in the middle, as the mock-up above it is. */
export function ShownShapes({ network, type, media }: Pick<PreviewContent, 'network' | 'type' | 'media'>) {
  const text = shownShapesText(network, type, media)
  return (
    text !== null && (
      <Text size="xs" c="dimmed" mt="xs" mx="auto" maw={552} ta="center" role="note">
        {text}
      </Text>
    )
  )
}
