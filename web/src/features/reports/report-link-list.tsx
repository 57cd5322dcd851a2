import { Button, Text, Title } from '@mantine/core'
import { holderText } from '#domain/reports/holder-text.ts'
import type { Report, ReportLink } from '#domain/reports/model.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { useFocusPageWhenGone } from '#web/ui/dialog/use-focus-back.ts'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import classes from './report-link-list.module.css'
import { useRevokeReportLinks } from './reports-api.ts'

type Props = {
  readonly report: Report
  /** One of them has ended. */
  readonly onRevoked: () => void
}

/** The links that a report can be read by, each with whose it is (docs/product/reports.md "Links"). */
export function ReportLinkList({ report, onRevoked }: Props) {
  return (
    <section aria-label="Links that work">
      <Title order={2} size="h5" mb="xs">
        Links that work
      </Title>
      <BoxedList aria-label="Links that work">
        {report.active_links.map(link => (
          <LinkRow key={link.id} link={link} reportId={report.id} onRevoked={onRevoked} />
        ))}
      </BoxedList>
    </section>
  )
}

type RowProps = Pick<Props, 'onRevoked'> & { readonly link: ReportLink; readonly reportId: number }

function LinkRow({ link, reportId, onRevoked }: RowProps) {
  useFocusPageWhenGone()
  const revoking = useRevokeReportLinks({ projectId: useProjectId(), reportId })
  const { ask, dialog } = useConfirm()
  const whose = holderText(link.holder)
  const revoke = async () => {
    const isSure = await ask({
      title: 'Revoke this link?',
      text: (
        <>
          The link <bdi>{whose}</bdi> stops working at once. Other links stay.
        </>
      ),
      confirmLabel: 'Revoke',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (!isSure) return
    sayWhenDone(revoking.mutateAsync(link.id), () => {
      onRevoked()
      toast.success('Link revoked')
    })
  }
  return (
    <li className={classes.row}>
      <div>
        <Text size="sm">
          Link <bdi>{whose}</bdi>
        </Text>
        <LinkDetails link={link} />
      </div>
      <Button
        variant="subtle"
        size="sm"
        color="red"
        c="var(--g-danger-text)"
        aria-label={`Revoke the link ${whose}`}
        loading={revoking.isPending}
        onClick={() => void revoke()}
      >
        Revoke
      </Button>
      {dialog}
    </li>
  )
}

const here = browserTimezone()

function LinkDetails({
  link: { holder, made_by, created_at, expires_at, opened_at },
}: Pick<RowProps, 'link'>) {
  return (
    <Text size="xs" c="dimmed">
      {holder.kind === 'recipient' ? 'Mailed ' : 'Made '}
      {day(created_at)}
      {made_by !== null && (
        <>
          {' by '}
          <bdi>{made_by}</bdi>
        </>
      )}
      {' · '}
      {opened_at === null ? 'not opened yet' : <>last opened {day(opened_at)}</>}
      {' · until '}
      {day(expires_at)}
    </Text>
  )
}

const day = (instant: string) => <ZonedTime instant={instant} timezone={here} format="day" zone="hint" />
