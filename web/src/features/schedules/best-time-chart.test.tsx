import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { BestTimeChart } from './best-time-chart.tsx'

const date = '2026-12-01'
const key = (network: string) => ['posts', 3, 'best-time', network, date]
const none = Array.from({ length: 24 }, () => 0)
const answer = {
  values: none.map((_, hour) => hour * 4),
  source: 'own_posts',
  reason: null,
  note: 'Based on 84 of your posts',
  sureness: 'sure',
}
const show = (first: SocialNetwork = 'instagram') =>
  renderAs(
    'content-creator',
    <BestTimeChart networks={['instagram', 'twitter']} first={first} date={date} />,
    [
      [key('instagram'), { ...answer, values: none.map((_, hour) => hour * 4.25) }],
      [
        key('twitter'),
        {
          values: none,
          source: 'none',
          reason: 'There are no posts with figures yet.',
          note: null,
          sureness: null,
        },
      ],
    ],
  )

describe('the best time chart', () => {
  it('has a bar for every odd hour of the day', () => {
    show()
    expect(screen.getAllByRole('listitem').map(bar => bar.getAttribute('aria-label'))).toEqual([
      ...['1 AM: 4 of 100', '3 AM: 13 of 100', '5 AM: 21 of 100', '7 AM: 30 of 100'],
      ...['9 AM: 38 of 100', '11 AM: 47 of 100', '1 PM: 55 of 100', '3 PM: 64 of 100'],
      ...['5 PM: 72 of 100', '7 PM: 81 of 100', '9 PM: 89 of 100', '11 PM: 98 of 100'],
    ])
  })

  it('says what it rests on, and lets no hour stand out while it is a guess', () => {
    const standing = () => document.querySelectorAll('[data-best="true"]').length
    show()
    expect(screen.getByText('Based on 84 of your posts')).toBeTruthy()
    expect(standing()).toBe(1)
    cleanup()
    const guess = { ...answer, note: 'Only 3 posts so far: a general guess', sureness: 'guess' }
    const chart = <BestTimeChart networks={['facebook']} first="facebook" date={date} />
    renderAs('content-creator', chart, [[key('facebook'), guess]])
    expect(screen.getByText('Only 3 posts so far: a general guess')).toBeTruthy()
    expect(standing()).toBe(0)
  })

  it('opens on the version that is being edited', () => {
    show('twitter')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Twitter' }).checked).toBe(true)
    expect(screen.getByText('There are no posts with figures yet.')).toBeTruthy()
  })

  it('says why there are no figures', async () => {
    show()
    await userEvent.click(screen.getByRole('radio', { name: 'Twitter' }))
    expect(screen.getByText('There are no posts with figures yet.')).toBeTruthy()
  })
})
