import { Stack, Text, Title } from '@mantine/core'
import type { SocialNetwork } from '#domain/networks/model.ts'
import { nothingFoundTexts } from '#domain/social-accounts/health.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import classes from '../social-accounts.module.css'
import { AccountsLink } from './accounts-link.tsx'

/** What an account needs in order to be found (docs/product/social-accounts.md "Nothing found"). */
const requirements: Readonly<Partial<Record<SocialNetwork, readonly string[]>>> = {
  instagram: [
    'A Business account',
    'You are admin of the account',
    'The account is linked to a Facebook Page',
    'You are admin of that Page',
    'You are logged in as that admin',
    'Galley has permission to post to the Page',
  ],
}

/** The login succeeded, but there is nothing to connect (docs/product/social-accounts.md "Nothing found"). */
export function NothingFound({ network }: { network: SocialNetwork }) {
  const projectId = useProjectId()
  const needed = requirements[network]
  return (
    <Stack gap="xs" role="alert">
      <Title order={2} size="h5">
        {nothingFoundTexts[network]}
      </Title>
      {needed ? (
        <>
          <Text size="sm">Connecting needs all of these:</Text>
          <ul className={classes.requirements}>
            {needed.map(requirement => (
              <li key={requirement}>{requirement}</li>
            ))}
          </ul>
        </>
      ) : (
        <Text size="sm">
          You are logged in, but there is nothing you may publish to. Log in as somebody who manages it, or
          ask its admin for the right to publish.
        </Text>
      )}
      <AccountsLink projectId={projectId} variant="default" style={{ alignSelf: 'flex-start' }} />
    </Stack>
  )
}
