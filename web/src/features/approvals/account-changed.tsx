import { Alert, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { networkNames } from '#domain/networks/names.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import type { ProjectSocial } from '#domain/social-accounts/model.ts'
import { say } from '#web/platform/words.ts'
import { placeOf, saidWith } from '#web/ui/said-with.tsx'

type Props = {
  readonly social: PostSocial
  /** Of the project, of any network. */
  readonly accounts: readonly ProjectSocial[]
}

/** For those who decide: the account has changed since the post was made, and an approval is for the new one (docs/product/publishing.md "Another account"). */
export function AccountChanged({ social: { social_network, account_before }, accounts }: Props) {
  if (account_before === undefined) return null
  const connected = accounts.find(account => account.social_network === social_network)
  return (
    <Alert
      p="xs"
      color="yellow"
      c="var(--g-text)"
      role="status"
      icon={<IconArrowsExchange size={18} aria-hidden />}
      title={say('{network}: the account has changed', { network: networkNames[social_network] })}
    >
      <Text size="sm">
        {saidWith(
          connected
            ? say(
                'This post was made for {before}. Now {account} is connected, and an approval is for that account.',
                {
                  before: placeOf(0),
                  account: placeOf(1),
                },
              )
            : say('This post was made for {before}, which is not connected any more.', {
                before: placeOf(0),
              }),
          [<bdi key="before">{account_before}</bdi>, <bdi key="account">{connected?.name}</bdi>],
        )}
      </Text>
    </Alert>
  )
}
