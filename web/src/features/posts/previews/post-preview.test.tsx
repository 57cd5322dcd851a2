import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, test } from 'vitest'
import type { Attachment, PostSocial } from '#domain/posts/model.ts'
import { buildPostSocial, uploaded } from '../../../../testing/build-post.ts'
import { answer, serve } from '../../../../testing/fake-server.ts'
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
  object_id: null,
  object_data: null,
  object_type: 'link',
  extra_fields: fields,
  description: isChild ? 'child-link' : 'link',
})
const film = (id: number): Attachment => {
  const photo = uploaded(id, id, 'oven.mp4')
  const { object_data: data } = photo
  if (!data) throw new Error('no file')
  const options = { ...data.options, type: 'video' as const, duration: 12 }
  return { ...photo, object_type: 'video', object_data: { ...data, content_type: 'video/mp4', options } }
}

/** What the server read of https://harbor.example/winter. */
const page = {
  url: 'https://harbor.example/winter',
  title: 'The page’s title',
  description: 'The page’s words',
  picture: '/media/90/original',
  has_tags: true,
  problem: null,
  read_at: '2026-06-01T08:00:00.000Z',
}
const { url: _, problem: __, read_at: ___, ...words } = page
const servePage = (part: Partial<typeof page> = {}) =>
  serve({
    [`GET /api/projects/3/link-preview?url=${encodeURIComponent(page.url)}`]: () =>
      answer(200, { ...page, ...part }),
  })
const own = { link: page.url, name: 'Our name', description: 'Our words' }

describe('a link post', () => {
  it.each(['facebook', 'twitter'] as const)('shows what the page says on %s', async social_network => {
    servePage()
    const { container } = show({ social_network, type: 'link', attachments: [link(1, own)] })
    for (const words of ['harbor.example', 'The page’s title', 'The page’s words'])
      expect(await screen.findByText(words)).toBeTruthy()
    expect(container.querySelector('img[src="/media/90/original"]')).not.toBe(null)
    expect(screen.queryByText('Our name')).toBe(null)
    expect(screen.getByRole('link').getAttribute('href')).toBe(own.link)
  })

  it('shows its own words on LinkedIn, and the page’s where it has none', async () => {
    servePage()
    const fields = { link: page.url, name: 'Our name' }
    show({ social_network: 'linkedin', type: 'link', attachments: [link(1, fields)] })
    expect(await screen.findByText('The page’s words')).toBeTruthy()
    expect(screen.getByText('Our name')).toBeTruthy()
    expect(screen.queryByText('The page’s title')).toBe(null)
  })

  it('shows on LinkedIn what the page said when it was sent, not what it says now', async () => {
    const calls = serve({})
    const linked_page = { url: page.url, page: { ...words, title: 'As it was', picture: null } }
    const fields = { link: page.url }
    show({ social_network: 'linkedin', type: 'link', attachments: [link(1, fields)], linked_page })
    expect(await screen.findByText('As it was')).toBeTruthy()
    expect(screen.getByText('The page’s words')).toBeTruthy()
    expect(screen.queryByText('Picture of the page')).toBe(null)
    expect(calls).toEqual([])
  })

  it('shows on LinkedIn only the site of a page that was not known when it was sent', () => {
    servePage()
    const linked_page = { url: page.url, page: null }
    show({ social_network: 'linkedin', type: 'link', message: `See ${page.url}.`, linked_page })
    expect(screen.getAllByText('harbor.example').length).toBe(2)
    expect(screen.queryByText('Picture of the page')).toBe(null)
  })

  it('shows on LinkedIn what the page says now once the link is another', async () => {
    servePage()
    const linked_page = { url: 'https://harbor.example/summer', page: null }
    show({ social_network: 'linkedin', type: 'link', message: `See ${page.url}.`, linked_page })
    expect(await screen.findByText('The page’s title')).toBeTruthy()
  })

  it('shows no card on Twitter for a page without tags', async () => {
    servePage({ has_tags: false })
    show({ social_network: 'twitter', type: 'link', attachments: [link(1, own)] })
    await waitFor(() => expect(screen.queryByRole('link')).toBe(null))
  })

  it('shows no card on Twitter for a page that cannot be read', async () => {
    servePage({ title: '', has_tags: false, problem: 'The website could not be reached.' as never })
    show({ social_network: 'twitter', type: 'link', attachments: [link(1, own)] })
    await waitFor(() => expect(screen.queryByRole('link')).toBe(null))
  })

  it('keeps the place of the picture while the page is not known, and gives it up for a page without one', async () => {
    serve({})
    const { unmount } = show({ type: 'link', attachments: [link(1, own)] })
    expect(screen.getByText('Picture of the page')).toBeTruthy()
    unmount()
    servePage({ picture: null as never })
    show({ type: 'link', attachments: [link(1, own)] })
    expect(await screen.findByText('The page’s title')).toBeTruthy()
    expect(screen.queryByText('Picture of the page')).toBe(null)
  })

  it('is what Twitter makes of the first link in a text', async () => {
    servePage()
    show({ social_network: 'twitter', type: 'text', message: `Fresh: ${page.url}!` })
    expect(await screen.findByText('The page’s title')).toBeTruthy()
  })

  it('has no link without a complete address', () => {
    show({ type: 'link', attachments: [link(1, { link: 'javascript:alert(1)', name: 'Winter roast' })] })
    expect(screen.queryByRole('link')).toBe(null)
  })

  it('shows the first link of its text if it has none of its own', () => {
    servePage()
    show({ type: 'link', message: 'See https://harbor.example/winter.' })
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://harbor.example/winter')
  })

  it('shows no card once it is a text', () => {
    show({ type: 'text', attachments: [link(1, { link: 'https://harbor.example' })] })
    expect(screen.queryByText('harbor.example')).toBe(null)
  })
})

test('a link carousel shows its cards, the main one first', () => {
  // Neither page can be read.
  serve({})
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

describe('below the pictures', () => {
  const shaped = (id: number, ratio: number): Attachment => {
    const photo = uploaded(id, id)
    const { object_data: data } = photo
    if (!data) throw new Error('no file')
    return { ...photo, object_data: { ...data, options: { ...data.options, ratio } } }
  }

  it('says what the network crops', async () => {
    const attachments = [shaped(1, 1), shaped(2, 0.8)]
    show({ social_network: 'instagram', type: 'multi_photo', attachments })
    await screen.findByText('Instagram crops picture 2 to 1:1, the shape of the first.')
  })

  it('says what the network frames in a story', async () => {
    show({ social_network: 'facebook', type: 'photo_story', attachments: [shaped(1, 1)] })
    await screen.findByText(/^Facebook shows this picture whole in a frame/)
  })
})
