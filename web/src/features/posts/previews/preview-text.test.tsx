import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, test } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { typedMentionOn } from '#domain/networks/public-text.ts'
import { renderAs } from '../../../../testing/render-in-project.tsx'
import { PreviewText } from './preview-text.tsx'
import { firstTyped, partsOf } from './text-marks.ts'

const marks = (text: string, network: SocialNetwork = 'instagram', names: string[] = []) =>
  partsOf(text, typedMentionOn(network), names).flatMap(part =>
    part.kind ? [`${part.kind} ${part.text}`] : [],
  )

describe('highlighting', () => {
  test.each([
    [
      'A #hashtag, a @men.tion_1 and https://a.example/x?y=1.',
      ['hashtag #hashtag', 'mention @men.tion_1', 'link https://a.example/x?y=1'],
    ],
    ['mail@harbor.example is no mention, C#7 and #1 no hashtag', []],
    ['#größe #日本', ['hashtag #größe', 'hashtag #日本']],
    ['#हिन्दी #कॉफ़ी', ['hashtag #हिन्दी', 'hashtag #कॉफ़ी']],
    ['see (https://a.example/#top)', ['link https://a.example/#top']],
  ])('finds the marks in "%s"', (text, found) => expect(marks(text)).toEqual(found))

  it('marks an at sign only where the network links what was typed', () => {
    expect(marks('By @ann.lee', 'twitter')).toEqual(['mention @ann'])
    expect(marks('By @ann.lee', 'facebook')).toEqual([])
    expect(marks('By @ann.lee', 'linkedin')).toEqual([])
  })

  it('marks the names of mentioned pages, whatever characters they have', () => {
    expect(marks('With A+B (C) and A', 'facebook', ['A', 'A+B (C)'])).toEqual([
      'mention A+B (C)',
      'mention A',
    ])
  })

  it('loses nothing of the text', () => {
    const text = 'Say #hi to @you. https://a.example! '
    expect(
      partsOf(text, typedMentionOn('twitter'), ['you'])
        .map(part => part.text)
        .join(''),
    ).toBe(text)
  })

  it('never shrinks while a person keeps typing', () => {
    const address = 'https://harbor.example/winter.html'
    for (let end = 'https://h'.length; end <= address.length; end++)
      expect(firstTyped('link')(address.slice(0, end))).toEqual({ start: 0, end })
  })
})

describe('a long text', () => {
  const long = `${'word '.repeat(40)}end`

  it('is cut after 150 characters, opened and closed again', async () => {
    renderAs('content-creator', <PreviewText network="facebook" names={[]} text={long} isCollapsible />)
    expect(screen.queryByText(/end/)).toBe(null)
    await userEvent.click(screen.getByRole('button', { name: 'See more' }))
    expect(screen.getByText(/end/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Hide more' }))
    expect(screen.queryByText(/end/)).toBe(null)
  })

  test.each([
    [150, false],
    [151, true],
  ])('of %i characters is cut: %s', (length, isCut) => {
    renderAs(
      'content-creator',
      <PreviewText network="facebook" names={[]} text={'x'.repeat(length)} isCollapsible />,
    )
    expect(screen.queryByRole('button') !== null).toBe(isCut)
  })
})
