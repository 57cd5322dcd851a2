import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import type { Report } from '#domain/reports/model.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { browserTimezone } from '#web/ui/time/zoned-time.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import classes from './report.module.css'
import { ReportFiles } from './report-files.tsx'
import { ReportLinkList } from './report-link-list.tsx'
import { dayText, standText } from './report-words.ts'
import { useCreateReportLink, useRevokeReportLinks } from './reports-api.ts'
import { SendButton } from './send-button.tsx'

type Props = { readonly report: Report }

/** Read-only links to a sent report: makes one, shows it once, lists them, and ends one or all (docs/product/reports.md "Reports"). */
export function ReportLinks({ report }: Props) {
  const projectId = useProjectId()
  const one = { projectId, reportId: report.id }
  const making = useCreateReportLink(one)
  const revoking = useRevokeReportLinks(one)
  const { ask, dialog } = useConfirm()
  const revoke = async () => {
    const isSure = await ask({
      title: 'Revoke all links?',
      text: 'Nobody can read this report by a link any more, clients who got one by mail included.',
      confirmLabel: 'Revoke all',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (!isSure) return
    sayWhenDone(revoking.mutateAsync(undefined), () => {
      // The link that is shown has ended.
      making.reset()
      toast.success('Links revoked')
    })
  }
  return (
    <Stack gap="xs" className={classes.noPrint}>
      {dialog}
      {making.data && (
        <Group align="end" gap="xs" wrap="nowrap">
          <TextInput
            label="Link to this report"
            description={`Copy it now: it is shown only once. It works until ${dayText(making.data.expires_at, browserTimezone())}.`}
            flex={1}
            readOnly
            value={making.data.url}
            onFocus={event => event.currentTarget.select()}
          />
          <CopyButton value={making.data.url}>
            {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
          </CopyButton>
        </Group>
      )}
      <Group>
        <SendButton report={report} version={report.version} />
        <Button variant="default" loading={making.isPending} onClick={() => making.mutate()}>
          Make a link
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          Print
        </Button>
        <ReportFiles report={report} />
        {report.links > 0 && (
          <Button variant="default" loading={revoking.isPending} onClick={revoke}>
            Revoke all links
          </Button>
        )}
      </Group>
      <Text size="sm" c="dimmed">
        {standText(report, browserTimezone())}. Anyone who has a link can read this report without signing in.
      </Text>
      {report.links > 0 && <ReportLinkList report={report} onRevoked={making.reset} />}
    </Stack>
  )
}
