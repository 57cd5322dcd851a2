import { Alert, Button, CopyButton, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconLink, IconMail } from '@tabler/icons-react'
import type { ApprovalLink } from '#domain/approval-links/contract.ts'
import { isSettingOn } from '#domain/permissions/settings.ts'
import type { Project, ProjectUser } from '#domain/projects/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useTimezone } from '#web/platform/shown-project.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { useCreateApprovalLink, useListApprovalLinks, useRevokeApprovalLinks } from './approval-links-api.ts'
import classes from './people.module.css'

type Props = { readonly project: Project; readonly member: ProjectUser; readonly onClose: () => void }

/** The personal links of an external approver: makes one, shows it once, and ends one or all (docs/product/approval-links.md "Copying a link"). */
export function ApprovalLinksModal({ project, member, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false }) ?? false
  const all = useListApprovalLinks(project.id)
  const making = useCreateApprovalLink(project.id)
  const revoking = useRevokeApprovalLinks(project.id)
  const { ask, dialog } = useConfirm()
  const links = all.data?.filter(({ user_id }) => user_id === member.id) ?? []
  const revoke = (link_id?: number) =>
    sayWhenDone(
      revoking.mutateAsync({ user_id: member.id, ...(link_id === undefined ? {} : { link_id }) }),
      () => {
        // The link that is shown may be the one that has ended.
        making.reset()
        toast.success(link_id === undefined ? 'Links revoked' : 'Link revoked')
      },
    )
  const revokeAll = async () => {
    const isSure = await ask({
      title: 'Revoke all links?',
      text: (
        <>
          <bdi>{member.name}</bdi> can no longer decide by any link they have, those in mails included. They
          can still sign in.
        </>
      ),
      confirmLabel: 'Revoke all',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (isSure) revoke()
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title="Approval links"
      size={560}
      fullScreen={isPhone}
      returnFocus={false}
    >
      <Stack>
        <Text size="sm">
          With a link <bdi>{member.name}</bdi> approves posts of <bdi>{project.name}</bdi> on any device
          without a password. Anyone who has it can decide in their name, so send it to nobody else.
        </Text>
        {all.error && <Alert color="red">{messageOf(all.error)}</Alert>}
        {making.data && <Address url={making.data.url} name={member.name} />}
        {isSettingOn(project.settings, 'approval-link-mail-only') ? (
          <Text size="sm" c="dimmed">
            In this project links go by mail only, so none can be made here. That is set under General.
          </Text>
        ) : (
          <Group>
            <Button
              variant={making.data ? 'default' : 'filled'}
              leftSection={<IconLink size={16} aria-hidden />}
              loading={making.isPending}
              onClick={() => making.mutate(member.id)}
            >
              {making.data ? 'Make another link' : 'Make a link'}
            </Button>
          </Group>
        )}
        {links.length > 0 && (
          <>
            <Group justify="space-between">
              <Title order={3} size="h5">
                Links that work
              </Title>
              <Button
                variant="subtle"
                size="compact-sm"
                color="red"
                c="var(--g-danger-text)"
                disabled={revoking.isPending}
                onClick={() => void revokeAll()}
              >
                Revoke all
              </Button>
            </Group>
            <BoxedList aria-label="Links that work">
              {links.map(link => (
                <LinkRow
                  key={link.id}
                  link={link}
                  isBusy={revoking.isPending}
                  onRevoke={() => revoke(link.id)}
                />
              ))}
            </BoxedList>
          </>
        )}
      </Stack>
      {dialog}
    </Modal>
  )
}

type RowProps = {
  readonly link: ApprovalLink
  readonly isBusy: boolean
  readonly onRevoke: () => void
}

function LinkRow({ link, isBusy, onRevoke }: RowProps) {
  const timezone = useTimezone()
  const { is_for_mail, created_by, created_at, expires_at, last_decided_at } = link
  const day = (instant: string) => (
    <ZonedTime instant={instant} timezone={timezone} format="day" zone="hint" />
  )
  const origin = is_for_mail ? 'Sent by mail' : `Copied by ${created_by}`
  return (
    <li className={classes.link}>
      {is_for_mail ? <IconMail size={18} aria-hidden /> : <IconLink size={18} aria-hidden />}
      <div>
        <Text size="sm">
          {origin} on {day(created_at)}
        </Text>
        <Text size="xs" c="dimmed">
          Until {day(expires_at)}
          {last_decided_at === null ? (
            ', not used to decide yet'
          ) : (
            <>, last decided on {day(last_decided_at)}</>
          )}
        </Text>
      </div>
      <Button
        variant="subtle"
        size="sm"
        color="red"
        c="var(--g-danger-text)"
        aria-label={`Revoke the link: ${origin}`}
        disabled={isBusy}
        onClick={onRevoke}
      >
        Revoke
      </Button>
    </li>
  )
}

function Address({ url, name }: { readonly url: string; readonly name: string }) {
  return (
    <Stack gap="xs">
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          label={`Link for ${name}`}
          flex={1}
          readOnly
          value={url}
          onFocus={event => event.currentTarget.select()}
        />
        <CopyButton value={url}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
        </CopyButton>
      </Group>
      <Text size="sm">Copy it now: it is shown only once.</Text>
    </Stack>
  )
}
