import { SegmentedControl } from '@mantine/core'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { type EditorView, networksWithGrid } from '#web/features/posts/previews/views.ts'

export type EditorMode = 'edit' | 'preview'

type Props = {
  readonly network: SocialNetwork
  readonly view: EditorView
  readonly onView: (view: EditorView) => void
  /** Null: there is nothing to choose. */
  readonly mode: EditorMode | null
  readonly onMode: (mode: EditorMode) => void
}

/** The view of the post, and whether it is being edited. */
export function ViewSwitch({ network, view, onView, mode, onMode }: Props) {
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="View"
        value={view}
        onChange={value => onView(value as EditorView)}
        data={[
          { value: 'desktop', label: 'Desktop' },
          { value: 'mobile', label: 'Mobile' },
          { value: 'mock-up', label: 'Mock-up' },
          ...(networksWithGrid.includes(network) ? [{ value: 'grid', label: 'Grid' }] : []),
        ]}
      />
      {mode !== null && (
        <SegmentedControl
          size="xs"
          aria-label="Mode"
          value={mode}
          onChange={value => onMode(value as EditorMode)}
          data={[
            { value: 'edit', label: 'Edit' },
            { value: 'preview', label: 'Preview' },
          ]}
        />
      )}
    </>
  )
}
