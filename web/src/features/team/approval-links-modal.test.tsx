import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Setting } from '#domain/permissions/settings.ts'
import { buildProject } from '../../../testing/build-project.ts'
import { openScreen, person } from '../../../testing/fake-project-server.tsx'
import { ApprovalLinksModal } from './approval-links-modal.tsx'

const client = person({ id: 61, name: 'Eve Park', role: 'external-approver' })
const inMail = {
  id: 4,
  user_id: client.id,
  is_for_mail: true,
  created_by: 'Ada Brandt',
  created_at: '2026-06-01T08:00:00.000Z',
  expires_at: '2026-07-01T08:00:00.000Z',
  last_decided_at: null,
}
const open = async (settings: Setting[]) => {
  const project = buildProject('agency-admin', { projectUsers: [client], settings })
  const page = await openScreen(
    () => <ApprovalLinksModal project={project} member={client} onClose={() => undefined} />,
    {
      answer: ({ method, path }) =>
        method === 'GET' && /approval-link/.test(path) ? { data: [inMail] } : null,
    },
  )
  return { ...page, dialog: within(await screen.findByRole('dialog', { name: 'Approval links' })) }
}

test('an admin copies no link where the project sends them by mail only, and still revokes those in mails', async () => {
  const { dialog } = await open([{ name: 'approval-link-mail-only', value: 'true' }])
  expect(await dialog.findByText(/links go by mail only, so none can be made here/)).toBeTruthy()
  expect(await dialog.findByRole('button', { name: 'Revoke the link: Sent by mail' })).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /Make .* link/ })).toBeNull()
})

test('an admin can make a link in any other project', async () => {
  const { dialog } = await open([])
  expect(await dialog.findByRole('button', { name: 'Make a link' })).toBeTruthy()
  expect(dialog.queryByText(/by mail only/)).toBeNull()
})
