import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, test, vi } from 'vitest'
import { firstCommentLength, messageLength } from '#domain/networks/counting.ts'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { networks } from '#domain/networks/network.ts'
import { postSocialProblems } from '#domain/posts/problems.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { CharacterCounter } from '../message/character-counter.tsx'
import { FirstCommentEditor } from '../message/first-comment-editor.tsx'
import { insertText } from '../message/insert-words.ts'
import { ProblemList } from './problem-list.tsx'

describe('the list of problems', () => {
  it('says how many there are on which network, and jumps to the field', async () => {
    const onJump = vi.fn()
    const problems = postSocialProblems({
      social_network: 'instagram',
      type: 'single_photo',
      media: [],
      message: 'x'.repeat(2201),
      first_comment: '',
      mentions: [],
      awaited_files: [],
      follows_shared: false,
    })
    renderAs('content-creator', <ProblemList network="instagram" problems={problems} onJump={onJump} />)
    expect(screen.getByRole('heading', { name: '2 problems on Instagram' })).toBeTruthy()
    await userEvent.click(
      screen.getByRole('button', { name: 'Message length should be less than 2200 characters.' }),
    )
    expect(onJump).toHaveBeenCalledWith(expect.objectContaining({ field: 'message' }))
  })

  it('is hidden without problems', () => {
    renderAs('content-creator', <ProblemList network="facebook" problems={[]} onJump={vi.fn()} />)
    expect(screen.queryByRole('heading')).toBe(null)
  })
})

describe('the counter', () => {
  test.each<[SocialNetwork, string, string]>([
    ['facebook', 'Hello', '5 / 63,206'],
    ['instagram', '😀', '2 / 2,200'],
    ['linkedin', '(x)', '5 / 3,000'],
    ['twitter', 'https://harbor.com/a-very-long-address-that-counts-23', '23 / 280'],
  ])('counts on %s as the network does', (network, text, shown) => {
    const { max } = networks[network].message
    renderAs(
      'content-creator',
      <CharacterCounter id="count" length={messageLength(network, text)} max={max} />,
    )
    expect(document.getElementById('count')?.textContent).toContain(shown)
  })

  it('says in words that the text is too long', () => {
    renderAs('content-creator', <CharacterCounter id="count" length={281} max={280} />)
    expect(screen.getByRole('alert').textContent).toContain(
      'Message length should be less than 280 characters.',
    )
  })
})

it('is shown for a first comment once that is opened, with its own limit', async () => {
  const onChange = vi.fn()
  renderAs(
    'content-creator',
    <FirstCommentEditor
      id="comment"
      network="linkedin"
      value=""
      length={firstCommentLength('linkedin', '')}
      onChange={onChange}
      onMention={vi.fn()}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Add first comment' }))
  insertText('comment', 'H')
  expect(onChange).toHaveBeenCalledWith('H')
  expect(document.getElementById('comment-count')?.textContent).toContain('0 / 1,250')
})
