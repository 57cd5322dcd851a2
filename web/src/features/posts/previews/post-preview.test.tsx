import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, test } from 'vitest'
import type { Attachment, PostSocial } from '#domain/posts/model.ts'
import { buildPostSocial, uploaded } from '../../../../testing/build-post.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { PostPreview } from './post-preview.tsx'
import { previewOf } from './preview-content.ts'

const account = { name: 'Harbor Coffee', logo: null, handle: 'harborcoffee' }
const show = (part: Partial<PostSocial>) =>
  renderAs(
    'content-creator',
    <PostPreview
      content={previewOf(buildPostSocial(part))}
      account={account}
      date="Just now"
      view="desktop"
    />,
  )
const link = (id: number, fields: Attachment['extra_fields'], isChild = false): Attachment => ({
  ...uploaded(id, id),
  ...{ object_id: null, object_data: null, object_type: 'link', extra_fields: fields },
  description: isChild ? 'child-link' : 'link',
})
const film = (id: number): Attachment => {
  const photo = uploaded(id, id, 'oven.mp4')
  const { object_data: data } = photo
  if (!data) throw new Error('no file')
  const options = { ...data.options, type: 'video' as const, duration: 12 }
  return { ...photo, object_type: 'video', object_data: { ...data, content_type: 'video/mp4', options } }
}

describe('a link post', () => {
  it('shows the card with its texts and its site', () => {
    const fields = { link: 'https://www.harbor.example/winter', name: 'Winter roast', description: 'Plum' }
    show({ type: 'link', attachments: [link(1, fields)] })
    for (const words of ['harbor.example', 'Winter roast', 'Plum'])
      expect(screen.getByText(words)).toBeTruthy()
    expect(screen.getByRole('link').getAttribute('href')).toBe(fields.link)
  })

  it('has no link without a complete address', () => {
    show({ type: 'link', attachments: [link(1, { link: 'javascript:alert(1)', name: 'Winter roast' })] })
    expect(screen.queryByRole('link')).toBe(null)
  })

  it('shows the first link of its text if it has none of its own', () => {
    show({ type: 'link', message: 'See https://harbor.example/winter.' })
    expect(screen.getByText('harbor.example')).toBeTruthy()
  })

  it('shows no card once it is a text', () => {
    show({ type: 'text', attachments: [link(1, { link: 'https://harbor.example' })] })
    expect(screen.queryByText('harbor.example')).toBe(null)
  })
})

test('a link carousel shows its cards, the main one first', () => {
  show({
    type: 'link_carousel',
    attachments: [
      link(1, { link: 'https://b.example', name: 'Second' }, true),
      link(2, { link: 'https://a.example', name: 'First' }),
    ],
  })
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('First'),
    expect.stringContaining('Second'),
  ])
})

describe('a video', () => {
  it('shows its thumbnail until a person plays it', async () => {
    show({
      type: 'single_video',
      attachments: [{ ...film(1), thumbnail_object_data: uploaded(2, 50).object_data }],
    })
    expect(screen.getByRole('img', { name: 'Video' }).getAttribute('src')).toBe('/media/50/original.jpg')
    await userEvent.click(screen.getByRole('button', { name: 'Play video' }))
    expect(screen.getByLabelText('Video').tagName).toBe('VIDEO')
  })
})

test('a story shows its image and its account, and no text', () => {
  show({
    type: 'photo_story',
    message: 'Not told',
    social_network: 'instagram',
    attachments: [uploaded(1, 11)],
  })
  expect(screen.getByText('Harbor Coffee')).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Photo' })).toBeTruthy()
  expect(screen.queryByText('Not told')).toBe(null)
})

test('a tweet shows the handle of its author too', () => {
  show({ social_network: 'twitter', message: 'Hello' })
  expect(screen.getByText('@harborcoffee')).toBeTruthy()
})

test.each([
  ['failed', 0],
  ['added', 1],
  ['none', 1],
] as const)('a first comment that is %s is shown as the public sees it', (first_comment_status, times) => {
  show({ first_comment: 'Recipe below', first_comment_status })
  expect(screen.queryAllByText('Recipe below')).toHaveLength(times)
})
