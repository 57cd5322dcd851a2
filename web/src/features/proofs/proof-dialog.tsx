import {
  Alert,
  Button,
  Checkbox,
  CopyButton,
  Group,
  Modal,
  NativeSelect,
  Radio,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type FormEvent, useState } from 'react'
import { ApiError, messageOf } from '#web/platform/api-error.ts'
import { useIsChangeable } from '#web/platform/me.ts'
import { useProjectId } from '#web/platform/shown-project.ts'
import { browserTimezone, ZonedTime } from '#web/ui/time/zoned-time.tsx'
import { useCreateProof } from './api.ts'
import { ProofList } from './proof-list.tsx'

/** What a proof is about: chosen posts, or what is planned for these days. */
export type About = { readonly postIds: readonly number[] } | { readonly from: string; readonly to: string }

type Props = { readonly about: About; readonly title: string; readonly onClose: () => void }

/** In the words of the form; the contract allows the same days. */
const lifetimes = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
]
const daysOf = (value: string) => (({ '7': 7, '90': 90, '365': 365 }) as const)[value] ?? 30

const here = browserTimezone()

/** Makes a read-only link, shows it once, and lists those that there are (docs/product/proofs.md "Making one"). */
export function ProofDialog({ about, title, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 36em)', undefined, { getInitialValueInEffect: false }) ?? false
  const projectId = useProjectId()
  const making = useCreateProof(projectId)
  const isChangeable = useIsChangeable(projectId)
  return (
    <Modal opened onClose={onClose} title="Proof by link" size={560} fullScreen={isPhone}>
      <Stack>
        <Text size="sm">
          A page of these posts as their networks show them, for people who do not decide. Whoever has the
          link can see it without signing in. It has nothing that only your team sees.
        </Text>
        {making.data ? (
          <Made url={making.data.url} expiresAt={making.data.expires_at} onMore={making.reset} />
        ) : (
          isChangeable && <ProofForm about={about} title={title} making={making} />
        )}
        <ProofList onRevoked={id => making.data?.id === id && making.reset()} />
      </Stack>
    </Modal>
  )
}

type Making = Pick<ReturnType<typeof useCreateProof>, 'mutate' | 'isPending' | 'error'>

function ProofForm({ about, title, making }: Omit<Props, 'onClose'> & { readonly making: Making }) {
  const [name, setName] = useState(title)
  const [kind, setKind] = useState('living')
  const [days, setDays] = useState('30')
  const [pin, setPin] = useState('')
  const [hasComments, setComments] = useState(false)
  const [hasDrafts, setDrafts] = useState(false)
  const { error } = making
  const errors = error instanceof ApiError ? error.errors : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    making.mutate({
      title: name,
      ...('postIds' in about ? { post_ids: [...about.postIds] } : about),
      is_frozen: kind === 'frozen',
      has_drafts: hasDrafts,
      has_comments: hasComments,
      pin: pin === '' ? null : pin,
      days: daysOf(days),
    })
  }
  const isSaidBeside = ['title', 'pin'].some(field => errors[field])
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        {error && !isSaidBeside && <Alert color="red">{messageOf(error)}</Alert>}
        <TextInput
          label="Title"
          value={name}
          maxLength={120}
          required
          error={errors.title?.[0]}
          onChange={event => setName(event.currentTarget.value)}
        />
        <Radio.Group label="What it shows" value={kind} onChange={setKind}>
          <Stack gap={4} mt={4}>
            <Radio value="living" label="What is planned whenever it is opened" />
            <Radio value="frozen" label="What is planned now, and no later change" />
          </Stack>
        </Radio.Group>
        <Checkbox
          label="With the comments that the client reads"
          checked={hasComments}
          onChange={event => setComments(event.currentTarget.checked)}
        />
        <Checkbox
          label="With drafts and what has not been sent to the client yet"
          checked={hasDrafts}
          onChange={event => setDrafts(event.currentTarget.checked)}
        />
        <Group grow align="start">
          <NativeSelect
            label="Ends after"
            data={lifetimes}
            value={days}
            onChange={event => setDays(event.currentTarget.value)}
          />
          <TextInput
            label="PIN"
            placeholder="None"
            inputMode="numeric"
            autoComplete="off"
            maxLength={6}
            description="Six digits, to be told by another way"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={pin}
            error={errors.pin?.[0]}
            onChange={event => setPin(event.currentTarget.value)}
          />
        </Group>
        <Group justify="flex-end">
          <Button type="submit" loading={making.isPending}>
            Make a link
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

type MadeProps = { readonly url: string; readonly expiresAt: string; readonly onMore: () => void }

function Made({ url, expiresAt, onMore }: MadeProps) {
  return (
    <Stack gap="xs">
      <Group align="end" gap="xs" wrap="nowrap">
        <TextInput
          label="Link to the proof"
          flex={1}
          readOnly
          value={url}
          onFocus={event => event.currentTarget.select()}
        />
        <CopyButton value={url}>
          {({ copied, copy }) => <Button onClick={copy}>{copied ? 'Copied' : 'Copy'}</Button>}
        </CopyButton>
      </Group>
      <Text size="sm" c="dimmed">
        Copy it now: it is shown only once. It works until{' '}
        <ZonedTime instant={expiresAt} timezone={here} format="day" zone="hint" />.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onMore}>
          Make another
        </Button>
      </Group>
    </Stack>
  )
}
