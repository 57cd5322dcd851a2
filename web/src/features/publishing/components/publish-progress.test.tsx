import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { buildPost, buildPostSocial } from '#web/features/posts/testing/components/building.ts'
import { renderAs } from '#web/features/posts/testing/components/render.tsx'
import { PublishProgress } from './publish-progress.tsx'

const social = (id: number, part: Parameters<typeof buildPostSocial>[0]) => buildPostSocial({ id, ...part })
const open = (...socials: ReturnType<typeof social>[]) =>
  renderAs('agency-admin', <PublishProgress post={buildPost(socials)} timezone="Europe/Berlin" />)

describe('how publishing goes on', () => {
  it('is not shown before it begins', () => {
    open(social(1, { status: 'approved' }))
    expect(screen.queryByLabelText('Publishing')).toBe(null)
  })

  it('says how many networks are done', () => {
    open(
      social(1, {
        status: 'live',
        published_at: '2026-11-20T10:00:00.000Z',
        permalink: 'https://fb.example/1',
      }),
      social(2, { status: 'on_publishing', social_network: 'instagram' }),
      social(3, { status: 'on_publishing', social_network: 'linkedin' }),
    )
    expect(screen.getByRole('status').textContent).toBe('Publishing: 1 of 3 published')
    expect(screen.getByRole('link', { name: 'See it live' }).getAttribute('href')).toBe(
      'https://fb.example/1',
    )
    expect(screen.getByText('20 Nov 2026, 11:00 AM', { exact: false }).textContent).toContain(
      'Europe - Berlin',
    )
  })

  it('gives the reason of a failure, what to do, and the answer of the network as a hint', () => {
    open(
      social(1, {
        status: 'publishing_failed',
        failure_reason: 'reconnect_needed',
        last_social_api_response: 'HTTP 400: token revoked',
      }),
    )
    expect(screen.getByText('The account needs to be reconnected.')).toBeTruthy()
    expect(screen.getByText(/Reconnect the account in Social accounts, then publish again\./)).toBeTruthy()
    expect(
      screen.getByRole('button', { name: 'The answer of the network: HTTP 400: token revoked' }),
    ).toBeTruthy()
  })

  it('says that an internal error has occurred where the network said nothing', () => {
    open(social(1, { status: 'publishing_failed' }))
    expect(screen.getByText('An internal error has occurred.')).toBeTruthy()
  })
})
