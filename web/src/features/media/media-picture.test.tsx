import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ObjectData } from '#domain/media/model.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'
import { MediaGrid } from './media-grid.tsx'
import { toShownMedia } from './shown-media.ts'

const shown = (digital_source_type?: string) => {
  const options = { width: 10, height: 10, ratio: 1, type: 'image', duration: null }
  const file = { public_url: '/a.jpg', original_name: 'a.jpg', previews: null, options }
  const data = { ...file, ...(digital_source_type && { digital_source_type }) } as ObjectData
  const media = toShownMedia('a', data)
  if (!media) throw new Error('no picture')
  render(<MediaGrid media={[media]} />, { wrapper: ThemeProvider })
}

describe('A picture', () => {
  it('whose file says that AI made it says so, in a word and why under the pointer', () => {
    shown('trainedAlgorithmicMedia')
    expect(screen.getByText('AI content').title).toMatch(/^Its file says that it was made with AI/)
    expect(screen.getByRole('img').getAttribute('alt')).toBe('Photo, AI content')
  })

  it.each(['digitalCapture', undefined])('that says %s bears no such word', type => {
    shown(type)
    expect(screen.queryByText('AI content')).toBeNull()
    expect(screen.getByRole('img').getAttribute('alt')).toBe('Photo')
  })
})
