import type { ButtonProps } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LinkButton } from '#web/ui/link-button.tsx'
import { connectOriginIn } from './connect-origin.ts'

const wizard = { to: '/create-project/$step', params: { step: 4 } } as const
const settings = '/$projectId/settings/social-accounts'

/** Opens the list of accounts that the person came from: in the project wizard or in the settings. */
export const useOpenAccounts = () => {
  const navigate = useNavigate()
  return (projectId: number, { replace = false } = {}): void =>
    void (connectOriginIn(projectId) === 'wizard'
      ? navigate({ ...wizard, search: { project: projectId }, replace })
      : navigate({ to: settings, params: { projectId }, replace }))
}

type Props = Pick<ButtonProps, 'variant' | 'style'> & {
  readonly projectId: number
  /** Shown instead of "Back to social accounts page" to a person who comes from the settings. */
  readonly settingsLabel?: ReactNode
}

/** A link to the list of accounts that the person came from. */
export function AccountsLink({ projectId, settingsLabel, ...button }: Props) {
  // Fixed wording (docs/product/social-accounts.md "Texts").
  const label = 'Back to social accounts page'
  return connectOriginIn(projectId) === 'wizard' ? (
    <LinkButton {...button} {...wizard} search={{ project: projectId }}>
      {label}
    </LinkButton>
  ) : (
    <LinkButton {...button} to={settings} params={{ projectId }}>
      {settingsLabel ?? label}
    </LinkButton>
  )
}
