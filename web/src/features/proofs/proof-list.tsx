import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useId } from 'react'
import type { Proof } from '#domain/proofs/model.ts'
import { messageOf } from '#web/platform/api-error.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { BoxedList } from '#web/ui/boxed-list.tsx'
import { useConfirm } from '#web/ui/dialog/use-confirm.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { Failed } from '#web/ui/states.tsx'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { sayWhenDone, toast } from '#web/ui/toast.tsx'
import { useGetProofPdf, useListProofs, useRevokeProof } from './api.ts'
import classes from './proof-list.module.css'

const here = browserTimezone()

/** The links that open something at present, each with what ends it; not shown while there is none. */
export function ProofList({ onRevoked }: { readonly onRevoked: (id: number) => void }) {
  const titleId = useId()
  const projectId = useProjectId()
  const { data, error, refetch } = useListProofs(projectId)
  const revoking = useRevokeProof(projectId)
  const { ask, dialog } = useConfirm()
  if (error && !data) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  const revoke = async ({ id, title }: Proof) => {
    const isSure = await ask({
      title: `Revoke “${title}”?`,
      text: 'Nobody can see these posts by this link any more.',
      confirmLabel: 'Revoke',
      cancelLabel: 'Cancel',
      danger: true,
    })
    if (!isSure) return
    sayWhenDone(revoking.mutateAsync(id), () => {
      onRevoked(id)
      toast.success('Link revoked')
    })
  }
  return (
    <section aria-labelledby={titleId}>
      {dialog}
      <Title order={3} size="h6" id={titleId} mb="xs">
        Links that work
      </Title>
      <BoxedList aria-labelledby={titleId}>
        {data.map(proof => (
          <li key={proof.id} className={classes.proof}>
            <Stack gap={0} miw={0}>
              <Text size="sm" fw={500} truncate>
                {proof.title}
              </Text>
              <Text size="xs" c="dimmed">
                {factsOf(proof)} · by {proof.made_by} · until{' '}
                <ZonedTime instant={proof.expires_at} timezone={here} format="day" zone="hint" />
                {proof.opened_at ? (
                  <>
                    {' · opened '}
                    <ZonedTime instant={proof.opened_at} timezone={here} format="day" zone="hint" />
                  </>
                ) : (
                  ' · not opened yet'
                )}
              </Text>
            </Stack>
            <Group gap="xs" wrap="nowrap" flex="none">
              <PdfButton proof={proof} />
              <Button
                variant="default"
                size="xs"
                aria-label={`Revoke ${proof.title}`}
                onClick={() => void revoke(proof)}
              >
                Revoke
              </Button>
            </Group>
          </li>
        ))}
      </BoxedList>
    </section>
  )
}

function PdfButton({ proof: { id, title } }: { readonly proof: Proof }) {
  const printing = useGetProofPdf(useProjectId())
  const save = () => sayWhenDone(printing.mutateAsync(id), file => saveFile(`${title}.pdf`, file))
  return (
    <Button
      variant="default"
      size="xs"
      aria-label={`PDF of ${title}`}
      loading={printing.isPending}
      onClick={save}
    >
      PDF
    </Button>
  )
}

const factsOf = ({ is_frozen, has_drafts, has_comments, has_pin }: Proof): string =>
  [
    is_frozen ? 'Frozen' : 'Living',
    ...(has_drafts ? ['with drafts'] : []),
    ...(has_comments ? ['with comments'] : []),
    ...(has_pin ? ['with a PIN'] : []),
  ].join(', ')
