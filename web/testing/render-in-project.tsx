import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import type { Me } from '#domain/accounts/model.ts'
import type { Role } from '#domain/permissions/table.ts'
import type { Project } from '#domain/projects/model.ts'
import { queryKeys } from '#web/platform/query.ts'
import { ShownProject } from '#web/platform/shown-project.ts'
import { ThemeProvider } from '#web/ui/theme/provider.tsx'

const person = (id: number, name: string, role: Role) => ({
  id,
  name,
  email: `${id}@bluebird.example`,
  role,
  avatar_image_link: null,
  setting: [],
})

const own = (role: Role) => ({
  id: 3,
  name: 'Harbor Coffee',
  agency_id: 1,
  logo_image_link: null,
  timezone: 'Europe/Berlin',
  role,
  setting: [],
})

/** For tests: a project with somebody in each role. */
export const buildProject = (role: Role): Project => ({
  ...own(role),
  owner_id: 1,
  socials: [],
  projectUsers: [
    person(1, 'Ada', 'agency-admin'),
    person(7, 'Carl', 'content-creator'),
    person(8, 'Inès', 'internal-approver'),
    person(9, 'Emil', 'external-approver'),
  ],
  settings: [],
})

const buildMe = (role: Role): Me => ({
  id: 7,
  name: 'Carl',
  last_name: 'Brandt',
  email: 'carl@bluebird.example',
  phone_number: null,
  company: null,
  agency_role: role,
  is_blocked: false,
  is_email_confirmed: true,
  card_status: 'none',
  can_create_agency: false,
  can_create_project: false,
  avatar_image_link: null,
  lead_time_minutes: 240,
  support_url: null,
  projects: [own(role)],
  project_count: 1,
  agency: null,
})

/** For tests: renders something for a person with a role in project 3, with cached data. */
export const renderAs = (role: Role, content: ReactNode, known: [readonly unknown[], unknown][] = []) => {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, retry: false } } })
  client.setQueryData(queryKeys.me(), buildMe(role))
  client.setQueryData(queryKeys.project(3), buildProject(role))
  for (const [key, value] of known) client.setQueryData(key, value)
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>
      <ThemeProvider>
        <ShownProject value={own(role)}>{children}</ShownProject>
      </ThemeProvider>
    </QueryClientProvider>
  )
  return { client, ...render(content, { wrapper }) }
}
