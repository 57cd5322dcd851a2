import { Anchor, Button, Chip, Group, Modal, Radio, Stack, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { type LocalDate, type LocalDateTime, timezoneLabel } from '#domain/kernel/time.ts'
import { formatLocal, formats } from '#domain/kernel/time-format.ts'
import { defaultPostType, type PostType, postTypes, type SocialNetwork } from '#domain/networks/model.ts'
import { networkNames, postTypeNames } from '#domain/networks/names.ts'
import { networks, typesTakenBy } from '#domain/networks/network.ts'
import { firstDayWithTime, timeOnDay, tooNearText, usualTime } from '#domain/schedules/slots.ts'
import type { ProjectSocial } from '#domain/social-accounts/model.ts'
import { useActor } from '#web/features/projects/api.ts'
import { useListTimeSlots } from '#web/features/projects/time-slots-api.ts'
import { useMe } from '#web/platform/me.ts'
import { routeRoles } from '#web/platform/redirects.ts'
import { useProjectId, useTimezone } from '#web/platform/shown-project.ts'
import { NetworkBadge } from '#web/ui/badge/network-badge.tsx'
import { PersonAvatar } from '#web/ui/badge/person-avatar.tsx'
import { PostTypeIcon } from '#web/ui/badge/post-type.tsx'
import { useFocusBack } from '#web/ui/dialog/use-focus-back.ts'
import { keepEarlyKeys, takeEarlyLines } from '#web/ui/early-keys.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import classes from './create-post-modal.module.css'
import { keepForMessage } from './early-message.ts'
import { UnsavedPostOffer } from './unsaved-post-offer.tsx'
import { rememberNetworks, usualNetworks } from './usual-networks.ts'

type Props = {
  /** The day that was clicked; null: the first one on which the usual time is not too near. */
  readonly date: LocalDate | null
  /** The project's connected accounts, at most one for each network. */
  readonly socials: readonly ProjectSocial[]
  readonly onClose: () => void
}

/** The types that all of these networks take; all types while none is chosen. */
export const typesFor = (networks: readonly SocialNetwork[]): PostType[] =>
  postTypes.filter(type => networks.every(network => typesTakenBy(network).includes(type)))

/** Add Post: for which profiles, and what type of post (docs/product/posts.md "Add Post"). */
export function CreatePostModal({ onClose, ...form }: Props) {
  useFocusBack()
  const [isEarly, setEarly] = useState(false)
  const takeEarly = useEffectEvent(() => {
    const typed = takeEarlyLines()
    const enter = typed.indexOf('\n')
    if (enter < 0) return
    // Enter said yes before the dialog was there, and what follows it is for the message.
    keepEarlyKeys(onClose, typed.slice(enter + 1))
    setEarly(true)
  })
  useEffect(() => takeEarly(), [])
  const hasAccounts = form.socials.length > 0
  return (
    <Modal
      opened
      onClose={onClose}
      // Fixed wording (docs/product/social-accounts.md "Texts").
      title={hasAccounts ? 'Add Post' : 'Account error'}
      size={480}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {hasAccounts ? (
        <CreatePostForm onClose={onClose} isEarly={isEarly} {...form} />
      ) : (
        <NoAccounts onClose={onClose} />
      )}
    </Modal>
  )
}

/** Shown without a connected account. Fixed wording (docs/product/social-accounts.md "Account error"). */
function NoAccounts({ onClose }: Pick<Props, 'onClose'>) {
  const projectId = useProjectId()
  const { role } = useActor(projectId)
  const mayConnect = routeRoles.socialAccounts.some(allowed => allowed === role)
  return (
    <Stack>
      <Text size="sm">
        Something went wrong, please verify your social media settings or contact administrator, please check
        the social media accounts below!
      </Text>
      <Text size="sm" c="dimmed">
        No account is connected to this project yet.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        {mayConnect && (
          <LinkButton to="/$projectId/settings/social-accounts" params={{ projectId }}>
            {/* Fixed wording (docs/product/social-accounts.md "Texts"). */}
            Go to settings
          </LinkButton>
        )}
      </Group>
    </Stack>
  )
}

/** Its date picker is loaded when first opened. */
const ScheduleModal = lazy(async () => ({
  default: (await import('#web/features/schedules/schedule-modal.tsx')).ScheduleModal,
}))

/** The day of the new post, and its time: the usual one, or what the person has chosen. Null: there is none that day, or not known yet. */
const usePlan = ({ date }: Pick<Props, 'date'>, networks: readonly SocialNetwork[]) => {
  const timezone = useTimezone()
  const { data, isPending } = useListTimeSlots(useProjectId())
  const { lead_time_minutes: leadMinutes } = useMe()
  const now = useNow(60_000)
  const [requested, setRequested] = useState<LocalDateTime | null>(null)
  const clock = { now, timezone, leadMinutes }
  const slots = data?.slots ?? []
  const day = date ?? firstDayWithTime(slots, networks, clock)
  const usual = data ? timeOnDay(slots, day, networks, clock) : null
  return {
    requested,
    setRequested,
    leadMinutes,
    isKnown: !isPending,
    date: requested?.date ?? day,
    time: requested?.time ?? usual,
    /** Why there is no time, in words. */
    problem:
      data && !requested && usual === null ? tooNearText(usualTime(slots, day, networks), leadMinutes) : null,
  }
}

function CreatePostForm({ isEarly, ...props }: Props & { readonly isEarly: boolean }) {
  const projectId = useProjectId()
  const timezone = useTimezone()
  const { socials, onClose } = props
  const navigate = useNavigate()
  const { id: userId } = useMe()
  const connected = socials.map(social => social.social_network)
  const [chosen, setChosen] = useState(() => usualNetworks(userId, projectId, connected))
  const plan = usePlan(props, chosen)
  const [isAsking, setAsking] = useState(false)
  const [wanted, setWanted] = useState<PostType>(defaultPostType)
  const allowed = typesFor(chosen)
  const type = allowed.includes(wanted) ? wanted : allowed[0]
  const [first] = chosen
  const takesPictures =
    first !== undefined && type !== undefined && networks[first].types[type]?.kinds.includes('image')
  const start = (design: 'new' | undefined, typed: string) => {
    if (first === undefined || type === undefined) return
    rememberNetworks(userId, projectId, chosen)
    onClose()
    if (!design) keepForMessage(typed)
    void navigate({
      to: '/$projectId/manage-post/$social',
      params: { projectId, social: first },
      search: {
        socials: chosen.join(','),
        type,
        design,
        date: plan.time ? `${plan.date}T${plan.time}` : plan.date,
      },
    })
  }
  const startEarly = useEffectEvent(() => start(undefined, takeEarlyLines()))
  const isDecided = isEarly && plan.isKnown
  useEffect(() => {
    if (isDecided) startEarly()
  }, [isDecided])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    // The schedule modal is in this form's tree, so its own submit arrives here too: it must not create the post.
    if (event.target !== event.currentTarget) return
    start(submitter?.getAttribute('value') === 'design' ? 'new' : undefined, '')
  }
  // Always in the fixed order of the networks, whatever was clicked first.
  const choose = (values: string[]) => setChosen(connected.filter(network => values.includes(network)))
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <UnsavedPostOffer onContinue={onClose} />
        <Text size="sm" c="dimmed">
          For {formatLocal({ date: plan.date, time: '00:00' }, formats.day)}
          {plan.time && `, ${formatLocal({ date: plan.date, time: plan.time }, formats.time)}`},{' '}
          {timezoneLabel(timezone)} time.{plan.problem && ` Without a time yet: ${plan.problem}`}{' '}
          <Anchor
            component="button"
            type="button"
            size="sm"
            underline="always"
            onClick={() => setAsking(true)}
          >
            Change
          </Anchor>
        </Text>
        <fieldset className={classes.group}>
          <legend>Select profile(s)</legend>
          <Chip.Group multiple value={chosen} onChange={choose}>
            <Stack gap="xs">
              {socials.map(social => (
                <Profile key={social.id} social={social} isChosen={chosen.includes(social.social_network)} />
              ))}
            </Stack>
          </Chip.Group>
        </fieldset>
        <Radio.Group
          label="Post type"
          value={type ?? ''}
          onChange={value => setWanted(postTypes.find(known => known === value) ?? defaultPostType)}
        >
          <div className={classes.types}>
            {allowed.map(one => (
              <Radio.Card key={one} value={one} className={classes.type} p={8}>
                <PostTypeIcon type={one} size={18} /> {postTypeNames[one]}
              </Radio.Card>
            ))}
          </div>
          {type === undefined && (
            <Text size="sm" c="var(--g-danger-text)" role="alert">
              No post type works for all of these networks.
            </Text>
          )}
        </Radio.Group>
        <Group justify="flex-end" gap="xs">
          {first === undefined && (
            <Text size="sm" c="dimmed" mr="auto" id="why-not">
              Choose at least one profile.
            </Text>
          )}
          {takesPictures && (
            <Button type="submit" variant="subtle" value="design">
              Start with a design
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            No
          </Button>
          <Button
            type="submit"
            data-autofocus={first !== undefined || undefined}
            disabled={first === undefined || type === undefined}
            aria-describedby={first === undefined ? 'why-not' : undefined}
          >
            Yes
          </Button>
        </Group>
      </Stack>
      {isAsking && (
        <Suspense fallback={null}>
          <ScheduleModal
            action="to_route"
            initial={plan.requested ?? { date: plan.date }}
            posts={[{ networks: chosen, type: type ?? defaultPostType }]}
            leadMinutes={plan.leadMinutes}
            onConfirm={async ({ date, time }) => {
              plan.setRequested({ date, time })
              setAsking(false)
            }}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </form>
  )
}

function Profile({ social, isChosen }: { social: ProjectSocial; isChosen: boolean }) {
  return (
    <Chip
      value={social.social_network}
      variant="outline"
      size="md"
      radius="md"
      classNames={{ root: classes.profile ?? '', label: classes.profileLabel ?? '' }}
      aria-label={`${networkNames[social.social_network]}: ${social.name}`}
      data-chosen={isChosen || undefined}
    >
      <span className={classes.profileText}>
        <NetworkBadge network={social.social_network} size={20} />
        <PersonAvatar name={social.name} image={social.logo} size={24} radius="md" decorative />
        <span className={classes.profileName}>{social.name}</span>
      </span>
    </Chip>
  )
}
