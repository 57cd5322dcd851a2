import { Stack, Text, Title } from '@mantine/core'
import { AgencySecretAddresses } from './secret-addresses.tsx'

/** What opens the agency's content without a sign-in (docs/product/accounts.md "Secret addresses"). */
export function SecurityScreen({ agencyId }: { readonly agencyId: number }) {
  return (
    <Stack gap="lg">
      <div>
        <Title order={1} size="h3">
          Security
        </Title>
        <Text size="sm" c="dimmed">
          What opens something of your agency without a sign-in, to be revoked.
        </Text>
      </div>
      <AgencySecretAddresses agencyId={agencyId} />
    </Stack>
  )
}
