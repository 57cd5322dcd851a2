import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { queryKeys } from '#web/platform/query.ts'
import { buildCampaign } from '../../../testing/build-campaign.ts'
import { answer, serve } from '../../../testing/fake-server.ts'
import { renderAs } from '../../../testing/render-in-project.tsx'
import { CampaignField } from './campaign-field.tsx'

afterEach(() => vi.unstubAllGlobals())

const campaign = buildCampaign({ posts_count: 0 })
type Role = Parameters<typeof renderAs>[0]
const show = (role: Role, campaign_id: number | null, campaigns = [campaign]) =>
  renderAs(role, <CampaignField post={{ id: 10, campaign_id }} />, [[queryKeys.campaigns(3), campaigns]])

it('The campaign of a post is chosen and saved at once', async () => {
  const calls = serve({
    'PUT /api/projects/3/posts/campaign': () => answer(200, [{ post_id: 10, campaign_id: null }]),
    'GET /api/projects/3/campaigns': () => answer(200, [campaign]),
  })
  show('content-creator', null)
  await userEvent.selectOptions(screen.getByLabelText('Campaign'), 'Black Friday')
  await waitFor(() =>
    expect(calls).toContainEqual({
      address: 'PUT /api/projects/3/posts/campaign',
      body: { post_ids: [10], campaign_id: 7 },
    }),
  )
})

it('A campaign that is in the bin is none', () => {
  show('content-creator', 99)
  expect(screen.getByLabelText<HTMLSelectElement>('Campaign').value).toBe('')
})

it('Those who may not choose it read it', () => {
  show('internal-approver', 7)
  expect(screen.getByText('Black Friday')).toBeTruthy()
  expect(screen.queryByLabelText('Campaign')).toBeNull()
})

it('A project without campaigns has no field', () => {
  const { container } = show('content-creator', null, [])
  expect(container.querySelector('select')).toBeNull()
})
