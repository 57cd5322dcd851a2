import {
  Anchor,
  Button,
  Checkbox,
  Group,
  Modal,
  NativeSelect,
  PasswordInput,
  Radio,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { CHAT_ADDRESS_MAX, type ChatService, chatServiceNames, chatServices } from '#domain/chat/addresses.ts'
import { CHAT_NAME_MAX } from '#domain/chat/contract.ts'
import type { ChatChannel } from '#domain/chat/model.ts'
import { type ChatTopic, chatTopicNames, chatTopics } from '#domain/chat/topics.ts'
import { useMe } from '#web/platform/me.ts'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { useUnsavedGuard } from '#web/ui/dialog/use-unsaved-guard.tsx'
import { FormError } from '#web/ui/form/form-error.tsx'
import { type Fields, useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.tsx'
import { useAddChatChannel, useSaveChatChannel } from './api.ts'

type Name = 'service' | 'name' | 'address' | 'project_id' | 'reader' | 'topics'

/** What a team wants to know at once. */
const usualTopics: readonly ChatTopic[] = ['decided', 'revision_requested', 'trouble']

const initialOf = (target: ChatChannel | 'new'): Fields<Name> => {
  if (target === 'new')
    return {
      service: 'slack',
      name: '',
      address: '',
      project_id: '',
      reader: 'agency',
      topics: usualTopics.join(' '),
    }
  const { service, name, project, is_for_client, topics } = target
  return {
    service,
    name,
    address: '',
    project_id: String(project?.id ?? ''),
    reader: is_for_client ? 'client' : 'agency',
    topics: topics.join(' '),
  }
}

const topicsIn = (text: string): ChatTopic[] => chatTopicNames.filter(name => text.split(' ').includes(name))

/** A client is not told everything: what they are not is taken out when the reader changes. */
const topicsFor = (reader: string, text: string): string =>
  topicsIn(text)
    .filter(name => reader !== 'client' || chatTopics[name].isForClients)
    .join(' ')

const problemsOf = (isNew: boolean) => (fields: Fields<Name>) => ({
  name: fields.name.trim() === '' ? 'Enter a name.' : undefined,
  address: isNew && fields.address.trim() === '' ? 'Enter the address of the webhook.' : undefined,
  project_id:
    fields.reader === 'client' && fields.project_id === ''
      ? 'A channel that a client reads is about one client.'
      : undefined,
  topics: topicsIn(fields.topics).length === 0 ? 'Choose at least one.' : undefined,
})

const valuesOf = (fields: Fields<Name>) => ({
  name: fields.name,
  project_id: fields.project_id === '' ? null : Number(fields.project_id),
  topics: topicsIn(fields.topics),
  is_for_client: fields.reader === 'client',
})

type Props = {
  readonly agencyId: number
  readonly target: ChatChannel | 'new'
  readonly onClose: () => void
}

/** Adds or changes a channel (docs/product/chat.md "Adding a channel"). Mount it while it is open. */
export function ChannelModal({ agencyId, target, onClose }: Props) {
  useFocusBack()
  const add = useAddChatChannel(agencyId)
  const save = useSaveChatChannel(agencyId, { ownErrors: true })
  const isNew = target === 'new'
  const initial = initialOf(target)
  const form = useForm<Name>({
    initial,
    check: problemsOf(isNew),
    send: async fields => {
      const values = valuesOf(fields)
      const address = fields.address.trim()
      if (isNew) await add.mutateAsync({ ...values, service: fields.service as ChatService, address })
      else
        await save.mutateAsync({
          ...values,
          id: target.id,
          // A new address is entered to be used.
          is_on: target.is_on || address !== '',
          ...(address === '' ? {} : { address }),
        })
      toast.success(isNew ? 'Channel added. Send a test to see it there.' : 'Channel saved')
      onClose()
    },
  })
  const guard = useUnsavedGuard({
    isUnsaved:
      !form.isSending && Object.entries(form.fields).some(([key, value]) => value !== initial[key as Name]),
    text: `The channel is not ${isNew ? 'added' : 'saved'} yet.`,
  })
  const close = async () => {
    if (await guard.mayLeave()) onClose()
  }
  const title = isNew ? 'Add channel' : 'Edit channel'
  return (
    <>
      <Modal
        opened={guard.dialog === null}
        onClose={() => void close()}
        title={title}
        size={520}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <form {...form.form} aria-label={title}>
          <Stack>
            <AddressFields form={form} target={target} />
            <ReaderFields form={form} agencyId={agencyId} />
            <FormError error={form.refusal} />
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={() => void close()}>
                Cancel
              </Button>
              <Button type="submit" loading={form.isSending}>
                {isNew ? 'Add' : 'Save'}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      {guard.dialog}
    </>
  )
}

type FieldsProps = { readonly form: ReturnType<typeof useForm<Name>> }

const hints = {
  slack: {
    text: 'In Slack: an app with Incoming Webhooks, “Add New Webhook to Workspace”.',
    url: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  },
  teams: {
    text: 'In Teams: the channel’s menu, Workflows, “Send webhook alerts to a channel”.',
    url: 'https://support.microsoft.com/office/8ae491c7-0394-4861-ba59-055e33f75498',
  },
} as const

function AddressFields({ form, target }: FieldsProps & Pick<Props, 'target'>) {
  const service = form.fields.service as ChatService
  const isNew = target === 'new'
  return (
    <>
      {isNew && (
        <Radio.Group
          label="Service"
          value={service}
          onChange={value => form.change('service', value)}
          name="service"
        >
          <Group mt={4}>
            {chatServices.map(one => (
              <Radio key={one} value={one} label={chatServiceNames[one]} />
            ))}
          </Group>
        </Radio.Group>
      )}
      <TextInput
        {...form.field('name')}
        label="Name"
        description="As your team calls the channel."
        placeholder="#harbor-posts"
        maxLength={CHAT_NAME_MAX}
        autoComplete="off"
        data-autofocus
      />
      <PasswordInput
        {...form.field('address')}
        label={isNew ? 'Address of the webhook' : 'New address (optional)'}
        description={
          <>
            {isNew
              ? 'Anyone with this address can write into the channel, so it is stored encrypted and not shown again. '
              : `Leave it empty to keep ${target.address_hint}. `}
            {hints[service].text}{' '}
            <Anchor href={hints[service].url} target="_blank" rel="noreferrer" inherit underline="always">
              How to get it
            </Anchor>
          </>
        }
        maxLength={CHAT_ADDRESS_MAX}
        autoComplete="off"
        spellCheck={false}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the address' }}
      />
    </>
  )
}

function ReaderFields({ form, agencyId }: FieldsProps & Pick<Props, 'agencyId'>) {
  const projects = useMe().projects.filter(project => project.agency_id === agencyId)
  const { reader, topics } = form.fields
  const chosen = topicsIn(topics)
  return (
    <>
      <NativeSelect
        name="project_id"
        label="About"
        value={form.fields.project_id}
        error={form.field('project_id').error}
        data={[
          { value: '', label: 'All clients of the agency' },
          ...projects.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={event => form.change('project_id', event.currentTarget.value)}
      />
      <Radio.Group
        label="Who reads the channel"
        value={reader}
        onChange={value => form.fill({ reader: value, topics: topicsFor(value, topics) })}
        name="reader"
      >
        <Stack gap="xs" mt={4}>
          <Radio value="agency" label="Only people of the agency" />
          <Radio
            value="client"
            label="The client too"
            description="It is told only what that client sees in Galley: nothing internal."
          />
        </Stack>
      </Radio.Group>
      <Checkbox.Group
        label="It is told of"
        value={chosen}
        error={form.field('topics').error}
        onChange={value => form.change('topics', topicsFor(reader, value.join(' ')))}
      >
        <Stack gap="xs" mt={4}>
          {chatTopicNames.map(name => (
            <Checkbox
              key={name}
              name="topics"
              value={name}
              label={chatTopics[name].name}
              disabled={reader === 'client' && !chatTopics[name].isForClients}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      {reader === 'client' && (
        <Text size="xs" c="dimmed">
          What goes wrong inside the agency is not for clients.
        </Text>
      )}
    </>
  )
}
