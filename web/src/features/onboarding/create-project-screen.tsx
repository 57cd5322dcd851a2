import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { teamRoles } from '#domain/team/model.ts'
import { LatePriceNote } from '#web/features/billing/late-price-note.tsx'
import { useGetProject } from '#web/features/projects/api.ts'
import { NetworkList } from '#web/features/social-accounts/network-list.tsx'
import { useReloadTeam, useSendProjectInvitation } from '#web/features/team/api.ts'
import { InviteForm } from '#web/features/team/invite-form.tsx'
import { LeaveAgencies } from '#web/features/team/leave-dialog.tsx'
import { useAddCandidate, useCandidates } from '#web/features/team/use-candidates.ts'
import { expectApiError, messageOf } from '#web/platform/api-error.ts'
import { refreshMe, useMe, useOwnProject } from '#web/platform/me.ts'
import { homeOfProject } from '#web/platform/redirects.ts'
import { signOut } from '#web/platform/session.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { OnboardingLayout } from '#web/ui/page/onboarding-layout.tsx'
import { Failed, Loading } from '#web/ui/states.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ChangeProjectForm, NewProjectForm } from './project-step-form.tsx'

/** Step 4 of the project wizard: the networks of the social accounts page, with Skip and Submit. */
function ConnectStep({ projectId }: { projectId: number }) {
  const project = useOwnProject(projectId)
  const home = homeOfProject(project)
  return (
    <Stack gap="lg">
      <LatePriceNote of="account" />
      <ShownProject value={project}>
        <NetworkList page="wizard" />
      </ShownProject>
      <Group justify="flex-end" gap="xs">
        <LinkButton to={home} variant="default">
          Skip
        </LinkButton>
        <LinkButton to={home}>Submit</LinkButton>
      </Group>
    </Stack>
  )
}

export type WizardStep = 1 | 2 | 3 | 4
type Props = { readonly step: WizardStep; readonly projectId: number | undefined }
type OfProject = { readonly projectId: number }

/** The project wizard: project, members, client, social accounts (docs/product/projects.md "Creating a project"). */
export function CreateProjectScreen({ step, projectId }: Props) {
  if (step === 1 || projectId === undefined) return <ProjectStep projectId={projectId} />
  if (step === 2) return <MembersStep projectId={projectId} />
  if (step === 3) return <ClientStep projectId={projectId} />
  return (
    <OnboardingLayout
      step={4}
      steps={4}
      title="Connect Social Accounts"
      lead="One account for each network. You can also connect them later in the settings."
      back={<BackTo step={3} projectId={projectId} />}
    >
      <ConnectStep projectId={projectId} />
    </OnboardingLayout>
  )
}

function BackTo({ step, projectId }: { step: WizardStep; projectId: number }) {
  return (
    <LinkButton
      to="/create-project/$step"
      params={{ step }}
      search={{ project: projectId }}
      variant="subtle"
      color="gray"
    >
      Back
    </LinkButton>
  )
}

const useStep = () => {
  const navigate = useNavigate()
  return (step: WizardStep, projectId: number, replace = false) =>
    navigate({ to: '/create-project/$step', params: { step }, search: { project: projectId }, replace })
}

function ProjectStep({ projectId }: { projectId: number | undefined }) {
  const { projects } = useMe()
  const goTo = useStep()
  const back =
    projects.length > 0 ? (
      <LinkButton to="/" variant="subtle" color="gray">
        Back
      </LinkButton>
    ) : (
      <Group gap="xs" wrap="nowrap">
        <LeaveAgencies />
        <LinkButton to="/create-agency/$step" params={{ step: 2 }} variant="subtle" color="gray">
          Back
        </LinkButton>
        <Button variant="subtle" color="gray" onClick={() => void signOut()}>
          Sign Out
        </Button>
      </Group>
    )
  const goOn = async (made: number, { hasTeam = false } = {}) => {
    // With the browser's Back the person must find the created project, not create a second one.
    if (projectId === undefined) await goTo(1, made, true)
    await goTo(hasTeam ? 3 : 2, made)
  }
  return (
    <OnboardingLayout
      step={1}
      steps={4}
      title="Create a project"
      lead="A project is one client’s brand: its calendar, its people, its accounts."
      back={back}
    >
      {projectId === undefined ? (
        <NewProjectForm onDone={(id, made) => void goOn(id, made)} />
      ) : (
        <ExistingProject projectId={projectId} onDone={id => void goOn(id)} />
      )}
    </OnboardingLayout>
  )
}

/** Back at the first step: the project exists and is edited. */
function ExistingProject({ projectId, onDone }: OfProject & { onDone: (projectId: number) => void }) {
  const { data, error, refetch } = useGetProject(projectId)
  if (error && !data) return <Failed message={messageOf(error)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <Loading>
        <Stack gap="lg">
          <Skeleton height={130} />
          <Skeleton height={160} />
        </Stack>
      </Loading>
    )
  return <ChangeProjectForm project={data} onDone={onDone} />
}

function MembersStep({ projectId }: OfProject) {
  const goTo = useStep()
  const candidates = useCandidates(projectId)
  const invite = useSendProjectInvitation(projectId)
  const add = useAddCandidate(projectId)
  const touchTeam = useReloadTeam(projectId)
  const goOn = () => void goTo(3, projectId)
  return (
    <OnboardingLayout
      step={2}
      steps={4}
      title="Invite members to your project"
      lead="Content creators write the posts, internal approvers check them."
      back={<BackTo step={1} projectId={projectId} />}
    >
      {candidates === null ? (
        <Loading>
          <Skeleton height={180} />
        </Loading>
      ) : (
        <InviteForm
          label="Invite members to your project"
          roles={teamRoles}
          invite={invite}
          candidates={candidates}
          add={add}
          onSent={() => void touchTeam()}
          onAllSent={goOn}
          submitLabel="Submit"
          other={{ label: 'Skip', onClick: goOn }}
          keepAs={`invite-members-${projectId}`}
        />
      )}
    </OnboardingLayout>
  )
}

function ClientStep({ projectId }: OfProject) {
  const goTo = useStep()
  const client = useQueryClient()
  const invite = useSendProjectInvitation(projectId)
  const touchTeam = useReloadTeam(projectId)
  /** The person is reloaded after step 3 (docs/product/projects.md "Creating a project"). */
  const goOn = () => {
    refreshMe(client).catch(error => {
      toast.error(messageOf(error))
      expectApiError(error)
    })
    void goTo(4, projectId)
  }
  return (
    <OnboardingLayout
      step={3}
      steps={4}
      title="Invite client"
      lead="Clients see the posts that are ready for them, and approve them or ask for changes."
      back={<BackTo step={2} projectId={projectId} />}
    >
      <InviteForm
        label="Invite client"
        autoFocus
        roles={['external-approver']}
        // Fixed wording (docs/product/projects.md "Texts").
        roleNote="Only able to review content"
        invite={invite}
        onSent={() => void touchTeam()}
        onAllSent={goOn}
        submitLabel="Submit"
        // Fixed wording (docs/product/projects.md "Texts").
        other={{ label: 'Skip for now', onClick: goOn }}
        keepAs={`invite-clients-${projectId}`}
      />
    </OnboardingLayout>
  )
}
