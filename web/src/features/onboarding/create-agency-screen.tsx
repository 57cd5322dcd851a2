import { useNavigate } from '@tanstack/react-router'
import { agencyInvitationRoles } from '#domain/team/model.ts'
import { useSendAgencyInvitation } from '#web/features/team/api.ts'
import { InviteForm } from '#web/features/team/invite-form.tsx'
import { useMe } from '#web/platform/me.ts'
import { LinkButton } from '#web/ui/link-button.tsx'
import { OnboardingLayout } from '#web/ui/page/onboarding-layout.tsx'
import { CompanyForm } from './company-form.tsx'

/** The agency wizard: company details, then team members (docs/product/agencies.md "Creating an agency"). */
export function CreateAgencyScreen({ step }: { step: 1 | 2 }) {
  return step === 1 ? <CompanyStep /> : <TeamStep />
}

function CompanyStep() {
  const { projects } = useMe()
  const navigate = useNavigate()
  return (
    <OnboardingLayout
      step={1}
      steps={2}
      // Fixed wording (docs/product/agencies.md "Texts").
      title="Company details"
      lead="Your agency as your team and your clients see it."
      back={
        <LinkButton to={projects.length > 0 ? '/' : '/without-project'} variant="subtle" color="gray">
          Back
        </LinkButton>
      }
    >
      <CompanyForm onDone={() => void navigate({ to: '/create-agency/$step', params: { step: 2 } })} />
    </OnboardingLayout>
  )
}

function TeamStep() {
  const { agency } = useMe()
  const invite = useSendAgencyInvitation(agency?.id)
  const navigate = useNavigate()
  const goOn = () => void navigate({ to: '/create-project/$step', params: { step: 1 } })
  return (
    <OnboardingLayout
      step={2}
      steps={2}
      // Fixed wording (docs/product/agencies.md "Texts").
      title="Invite team members"
      lead="Each person gets an email with a link. You can invite more at any time."
      back={
        <LinkButton to="/create-agency/$step" params={{ step: 1 }} variant="subtle" color="gray">
          Back
        </LinkButton>
      }
    >
      <InviteForm
        label="Invite team members"
        roles={agencyInvitationRoles}
        roleLabel="Agency role"
        invite={invite}
        onAllSent={goOn}
        submitLabel="Submit"
        other={{ label: 'Skip', onClick: goOn }}
        keepAs="invite-agency"
      />
    </OnboardingLayout>
  )
}
