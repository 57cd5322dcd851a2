import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { answer, serve } from '../../../../testing/fake-server.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { LinkPage } from './link-page.tsx'

const link = 'https://harbor.example/'
const call = `GET /api/projects/3/link-preview?url=${encodeURIComponent(link)}`
const page = {
  url: link,
  title: 'Harbor',
  description: '',
  picture: null,
  has_tags: true,
  problem: null,
  read_at: null,
}
const show = (network: SocialNetwork, answers: Parameters<typeof serve>[0]) => {
  const calls = serve(answers)
  renderAs('content-creator', <LinkPage network={network} link={link} isFrozen={false} />)
  return calls
}

it.each([
  ['facebook', true, 'Facebook takes the title, description and picture from the page.'],
  ['linkedin', true, 'What you leave empty is taken from the page.'],
  ['twitter', false, /Twitter will show the link without a card/],
] as const)('what %s makes of a page is said (with tags: %s)', async (network, has_tags, words) => {
  show(network, { [call]: () => answer(200, { ...page, has_tags }) })
  expect(await screen.findByText(words)).toBeTruthy()
})

it('a page that cannot be read says why, and is read again on request', async () => {
  const problem = 'The website took too long to answer.'
  const calls = show('facebook', {
    [call]: () => answer(200, { ...page, problem }),
    [`${call}&refresh=1`]: () => answer(200, page),
  })
  expect(await screen.findByText(problem)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Read the page again' }))
  expect(await screen.findByText(/Facebook takes the title/)).toBeTruthy()
  expect(calls.at(-1)?.address).toBe(`${call}&refresh=1`)
})

it('an unfinished address is not asked for', () => {
  const calls = serve({})
  renderAs('content-creator', <LinkPage network="facebook" link="https:/" isFrozen={false} />)
  expect(calls).toEqual([])
})

it('the page of a link that was sent is neither asked for nor read again', () => {
  const calls = serve({})
  renderAs('content-creator', <LinkPage network="linkedin" link={link} isFrozen />)
  expect(screen.getByRole('status').textContent).toContain('The card stays as it was')
  expect(screen.queryByRole('button', { name: 'Read the page again' })).toBe(null)
  expect(calls).toEqual([])
})
