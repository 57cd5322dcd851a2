import type { ButtonProps } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { LinkButton } from '#web/ui/link-button.tsx'
import { postOfOrigin, rememberedConnectOrigin } from './connect-origin.ts'

const settings = '/$projectId/settings/social-accounts'

/** The page that the person of this tab came from: step 4 of the project wizard, a post that failed, or the accounts in the settings. */
const originOf = (projectId: number) => {
  const origin = rememberedConnectOrigin()
  if (origin?.projectId !== projectId) return { kind: 'settings' } as const
  const { page, network } = origin
  if (page === 'wizard')
    return {
      kind: 'wizard',
      to: { to: '/create-project/$step', params: { step: 4 }, search: { project: projectId } },
    } as const
  const postId = postOfOrigin(page)
  if (postId === null) return { kind: 'settings' } as const
  return {
    kind: 'post',
    to: {
      to: '/$projectId/manage-post/$social',
      params: { projectId, social: network },
      search: { postId },
    },
  } as const
}

/** Opens the page that the person came from. */
export const useOpenAccounts = () => {
  const navigate = useNavigate()
  return (projectId: number, { replace = false } = {}): void => {
    const origin = originOf(projectId)
    if (origin.kind === 'wizard') void navigate({ ...origin.to, replace })
    else if (origin.kind === 'post') void navigate({ ...origin.to, replace })
    else void navigate({ to: settings, params: { projectId }, replace })
  }
}

type Props = Pick<ButtonProps, 'variant' | 'style'> & {
  readonly projectId: number
  /** Shown instead of "Back to social accounts page" to a person who comes from the settings. */
  readonly settingsLabel?: ReactNode
}

/** A link to the page that the person came from. */
export function AccountsLink({ projectId, settingsLabel, ...button }: Props) {
  // Fixed wording (docs/product/social-accounts.md "Texts").
  const label = 'Back to social accounts page'
  const origin = originOf(projectId)
  if (origin.kind === 'post')
    return (
      <LinkButton {...button} {...origin.to}>
        Back to the post
      </LinkButton>
    )
  return origin.kind === 'wizard' ? (
    <LinkButton {...button} {...origin.to}>
      {label}
    </LinkButton>
  ) : (
    <LinkButton {...button} to={settings} params={{ projectId }}>
      {settingsLabel ?? label}
    </LinkButton>
  )
}
