import { Alert, Button, Group, Text } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { networkNames } from '#domain/networks/names.ts'
import type { PostSocial } from '#domain/posts/model.ts'
import type { ProjectSocial } from '#domain/social-accounts/model.ts'
import { useGetProject, useMay } from '#web/features/projects/api.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { LinkButton } from '#web/ui/link-button.tsx'
import { sayWhenDone } from '#web/ui/toast.tsx'
import { AccountChanged } from './account-changed.tsx'
import { useConfirmAccount } from './sending-api.ts'

type Props = { readonly socials: readonly PostSocial[] }

/** That versions were approved or made for other accounts than those connected now, and the ways on (docs/product/publishing.md "Another account"). */
export function OtherAccounts({ socials }: Props) {
  const { data: project } = useGetProject(useProjectId())
  if (!project) return null
  return socials.map(social => {
    const connected = project.socials.find(({ social_network }) => social_network === social.social_network)
    return social.approved_for === undefined ? (
      <AccountChanged key={social.id} social={social} accounts={project.socials} />
    ) : (
      <OtherAccount key={social.id} social={social} former={social.approved_for} connected={connected} />
    )
  })
}

type OneProps = {
  readonly social: PostSocial
  readonly former: string
  /** Undefined: no account of the network is connected at the moment. */
  readonly connected: ProjectSocial | undefined
}

function OtherAccount({ social, former, connected }: OneProps) {
  const projectId = useProjectId()
  const may = useMay(projectId)
  const mayConfirm = may('post.publish')
  return (
    <Alert
      p="xs"
      color="yellow"
      c="var(--g-text)"
      icon={<IconArrowsExchange size={18} aria-hidden />}
      title={`${networkNames[social.social_network]}: approved for another account`}
    >
      <Text size="sm">
        It was approved for <bdi>{former}</bdi>
        {connected ? (
          <>
            , and <bdi>{connected.name}</bdi> is connected now. It does not go out there unless{' '}
            {mayConfirm ? 'you confirm it' : 'somebody who may publish confirms it'}.
          </>
        ) : (
          ', which is not connected any more.'
        )}
      </Text>
      <Group gap="xs" mt="xs">
        {connected && mayConfirm && <Confirm social={social} former={former} connected={connected} />}
        {may('project.manage') && (
          <LinkButton
            size="compact-sm"
            variant="default"
            to="/$projectId/settings/social-accounts"
            params={{ projectId }}
          >
            Change the account
          </LinkButton>
        )}
      </Group>
    </Alert>
  )
}

function Confirm({ social, former, connected }: OneProps & { readonly connected: ProjectSocial }) {
  const { ask, dialog } = useConfirm()
  const confirming = useConfirmAccount(useProjectId())
  const confirm = async (withOthers: boolean) => {
    const isSure =
      !withOthers ||
      (await ask({
        title: `Confirm all posts for ${connected.name}?`,
        text: `Every ${networkNames[social.social_network]} post of this project that was approved for another account, such as ${former}, goes out on ${connected.name} at its time.`,
        confirmLabel: 'Confirm all',
        cancelLabel: 'Cancel',
      }))
    if (!isSure) return
    sayWhenDone(
      confirming.mutateAsync({ postSocialId: social.id, accountId: connected.id, withOthers }),
      `Approved for ${connected.name}`,
    )
  }
  return (
    <>
      <Button size="compact-sm" maw="100%" loading={confirming.isPending} onClick={() => void confirm(false)}>
        Confirm for {connected.name}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        disabled={confirming.isPending}
        onClick={() => void confirm(true)}
      >
        Confirm all posts
      </Button>
      {dialog}
    </>
  )
}
